/** The load driver as its users see it: a {@link org.pagerace.load.LoadSpec} in, a result out. */
package org.pagerace.load;
