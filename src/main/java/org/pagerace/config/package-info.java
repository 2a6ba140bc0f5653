/** Typed settings and where they come from: defaults, file, environment, system property, option. */
package org.pagerace.config;
