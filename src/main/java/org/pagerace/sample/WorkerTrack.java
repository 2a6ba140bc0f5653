package org.pagerace.sample;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.pagerace.result.Metric;

/** The workers of one server of a stack in time. For one thread. */
final class WorkerTrack {
    private final List<Point> points = new ArrayList<>();
    private OptionalLong limit = OptionalLong.empty();

    private record Point(long nanos, long busy, OptionalLong queue) {}

    /** @param limit stays what it was when this is empty */
    void add(long nanos, long busy, OptionalLong limit, OptionalLong queue) {
        points.add(new Point(nanos, busy, queue));
        if (limit.isPresent()) {
            this.limit = limit;
        }
    }

    /** Returns how full it was on average: the fullest server of a stack is the one that may bind it. */
    double use() {
        double busy = points.stream().mapToLong(Point::busy).average().orElse(-1);
        return limit.isPresent() && limit.getAsLong() > 0 ? busy / limit.getAsLong() : busy > 0 ? 0 : -1;
    }

    void write(Journal journal) {
        for (Point point : points) {
            journal.add(Metric.WORKERS_BUSY, point.nanos(), (double) point.busy());
            if (point.queue().isPresent()) {
                journal.add(Metric.WORKERS_QUEUE, point.nanos(), (double)
                        point.queue().getAsLong());
            }
        }
        if (points.isEmpty()) {
            return;
        }
        journal.unseen(Metric.WORKERS_QUEUE, "neither the server nor the kernel tells who waits for a worker");
        if (limit.isPresent()) {
            journal.constant(Metric.WORKERS_LIMIT, (double) limit.getAsLong());
        } else {
            journal.unseen(Metric.WORKERS_LIMIT, "the status page does not tell it");
        }
    }
}
