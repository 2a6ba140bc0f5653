package org.pagerace.load.engine;

import org.pagerace.load.http.RequestTemplate;

/**
 * One target of a run.
 *
 * @param weight how often it comes in proportion to the others, at least 1
 */
public record Aim(Endpoint endpoint, RequestTemplate request, BodyRule bodyRule, int weight) {}
