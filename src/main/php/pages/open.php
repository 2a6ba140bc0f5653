<?php
readfile(__DIR__ . '/index.html');
