/** Entry of {@code java -jar pagerace.war}: unpacks the archive once per build and starts {@code cli} from it. */
package org.pagerace.launch;
