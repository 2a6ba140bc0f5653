/** The servlets and the HTML they write; everything but the servlets and the listener is package-private. */
package org.pagerace.pages;
