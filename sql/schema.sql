-- The one table of the page /db, created in the current database.
-- Idempotent, because a database started with --init-file runs this file again at every start.
CREATE TABLE IF NOT EXISTS article (
    id        INT UNSIGNED NOT NULL PRIMARY KEY,
    title     VARCHAR(200) NOT NULL,
    author    VARCHAR(80)  NOT NULL,
    section   VARCHAR(40)  NOT NULL,
    summary   VARCHAR(400) NULL,
    published DATETIME     NOT NULL,
    views     INT UNSIGNED NOT NULL,
    KEY article_published (published, id)
) ENGINE=InnoDB CHARACTER SET utf8mb4;
