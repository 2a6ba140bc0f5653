<?php
// The same bytes as org.pagerace.pages.DbPage writes, from the same rows; a test holds them against each other.

function setting(string $name): string
{
    $value = getenv('PAGERACE_DB_' . $name);
    return $value === false || $value === '' ? 'bench' : $value;
}

// phpinfo() shows the environment, so a race names a PHP file in it that returns the password; opcache keeps that file.
function password(): string
{
    $file = getenv('PAGERACE_DB_PASSWORD_FILE') ?: '';
    return $file === '' ? setting('PASSWORD') : require $file;
}

function cell(?string $value): string
{
    return htmlspecialchars($value ?? '', ENT_QUOTES | ENT_SUBSTITUTE, 'UTF-8');
}

$socket = getenv('PAGERACE_DB_SOCKET') ?: null;
$host = $socket === null ? (getenv('PAGERACE_DB_HOST') ?: '127.0.0.1') : 'localhost';
if (($_GET['persistent'] ?? '') === '1') {
    $host = 'p:' . $host; // stays open for the worker's next request
}

$db = mysqli_init();
$db->options(MYSQLI_SET_CHARSET_NAME, 'utf8mb4'); // part of the greeting, so no SET NAMES is sent
$db->real_connect(
    $host,
    setting('USER'),
    password(),
    setting('NAME'),
    (int) (getenv('PAGERACE_DB_PORT') ?: 3306),
    $socket
);
$articles = $db->query(
    'SELECT id, title, author, section, summary, published, views FROM article ORDER BY published DESC, id DESC LIMIT 20'
)->fetch_all(MYSQLI_ASSOC);
$db->close();

?>
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Latest articles</title>
<style>
body { margin: 2em auto; max-width: 72em; padding: 0 1em; font: 15px/1.45 sans-serif; color: #222; background: #fff; }
h1 { font-size: 1.5em; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: .4em .6em; border-bottom: 1px solid #ddd; text-align: left; vertical-align: top; }
th { background: #eef; white-space: nowrap; }
.n { text-align: right; }
.d { white-space: nowrap; }
</style>
</head>
<body>
<h1>Latest articles</h1>
<table>
<tr><th class="n">No.</th><th>Title</th><th>Author</th><th>Section</th><th>Summary</th><th>Published</th><th class="n">Views</th></tr>
<?php foreach ($articles as $article): ?>
<tr><td class="n"><?= cell($article['id']) ?></td><td><?= cell($article['title']) ?></td><td><?= cell($article['author']) ?></td><td><?= cell($article['section']) ?></td><td><?= cell($article['summary']) ?></td><td class="d"><?= cell($article['published']) ?></td><td class="n"><?= cell($article['views']) ?></td></tr>
<?php endforeach ?>
</table>
</body>
</html>
