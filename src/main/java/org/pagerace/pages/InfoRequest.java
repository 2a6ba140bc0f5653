package org.pagerace.pages;

import jakarta.servlet.http.HttpServletRequest;

/** What the sections draw from. */
record InfoRequest(HttpServletRequest http, QueryString query, InfoSelection selection, Application application) {}
