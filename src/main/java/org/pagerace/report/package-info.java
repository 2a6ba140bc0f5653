/** What a race shows: the text table, result.json and report.html in the out folder, and the figures of the article. */
package org.pagerace.report;
