/** What bound each number, and how sure that is: results and samples in, graded verdicts out. Pure. */
package org.pagerace.verdict;
