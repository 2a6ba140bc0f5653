/** One MariaDB server for all rivals: as a child from the carrier or the system, or a running one by its JDBC URL. */
package org.pagerace.database;
