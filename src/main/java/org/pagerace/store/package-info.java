/** The connection pool, the queries of the pages, and the records they return. */
package org.pagerace.store;
