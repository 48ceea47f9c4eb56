/** The background worker: from a saved chat to its short forms. */
export { type Lease, replying } from './busy.ts';
export type { CompactorOptions } from './compactor.ts';
export { type Counts, counted, zero } from './counts.ts';
export type { CompactorEvent, Listener } from './events.ts';
export { type Answer, ask, type Endpoint, type Known, type Question } from './model/endpoint.ts';
export { type Failure, failureOf } from './model/failure.ts';
export { askWindow, isLocal } from './model/windows.ts';
export { compactOnce, type OnceOptions } from './once.ts';
export type { Proposal } from './outcomes.ts';
export { Pool, type PoolOptions } from './pool.ts';
export { serve } from './service.ts';
export { readStatus, type Status } from './status.ts';
export { type WatchOptions, watch } from './watch.ts';
