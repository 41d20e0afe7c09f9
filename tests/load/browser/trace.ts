// Records and reads a trace of Chromium: which tasks kept the page's main thread busy, their parts, what was painted meanwhile, and which
// frames the compositor showed.
import type { CDPSession } from 'playwright'

/** An event of a trace; times in microseconds. */
export interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  /** Time that the thread was at work within `dur`. */
  readonly tdur?: number
  readonly args?: {
    /** Of a pass over styles: how many elements it computed. */
    readonly elementCount?: number
    /** Of a frame of the compositor: what became of it. */
    readonly frame_reporter?: { readonly state?: string; readonly frame_sequence?: number }
  }
}

/** The categories that `tasksOver` needs to tell the parts of a task. */
export const TRACE_CATEGORIES = [
  'toplevel',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'blink.user_timing',
] as const

/** The categories that `countFrames` needs besides. */
export const FRAME_CATEGORIES = ['cc', 'benchmark'] as const

/** Starts a trace; returns the function that ends it. */
export async function startTrace(
  devtools: CDPSession,
  categories: readonly string[] = TRACE_CATEGORIES,
): Promise<() => Promise<TraceEvent[]>> {
  const events: TraceEvent[] = []
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: [...categories] },
  })
  return async () => {
    const complete = new Promise<void>((resolve) => devtools.once('Tracing.tracingComplete', () => resolve()))
    await devtools.send('Tracing.end')
    await complete
    return events
  }
}

/** The work of a main thread for a page; `paint` is the list of what is to be drawn, not the drawing. */
const PARTS = {
  script:
    /^(FunctionCall|Evaluate|v8\.|V8\.|TimerFire|FireAnimationFrame|FireIdleCallback|EventDispatch|RunMicrotasks|M..orGC)/,
  style: /^(UpdateLayoutTree|RecalculateStyles|ParseAuthorStyleSheet|Document::updateStyle)/,
  layout: /^(Layout|HitTest|IntersectionObserver|LocalFrameView::performLayout)/,
  paint: /^(PrePaint|Paint|Layerize|UpdateLayer|Commit|CompositeLayers|Decode)/,
} as const

type Part = keyof typeof PARTS | 'other'

/** A task of the main thread; times in milliseconds. */
export interface Task {
  /** Since the trace's first mark. */
  readonly atMs: number
  /** By the clock: including the time when the thread waited for a processor. */
  readonly clockMs: number
  /** The thread's own work. */
  readonly workMs: number
  /** The work, part by part. */
  readonly partsMs: Readonly<Record<Part, number>>
  /** The work of the drawing threads meanwhile, which a graphics card would do. */
  readonly rasterMs: number
}

interface Stretch extends TraceEvent {
  readonly dur: number
}

function isStretch(event: TraceEvent): event is Stretch {
  return event.ph === 'X' && event.dur !== undefined
}

function partOf(name: string): Part | null {
  for (const part of Object.keys(PARTS) as (keyof typeof PARTS)[]) if (PARTS[part].test(name)) return part
  return null
}

/** The work within a task, each moment counted for the innermost event with a known category. */
function partsOf(task: Stretch, inside: readonly Stretch[]): Record<Part, number> {
  const parts: Record<Part, number> = { script: 0, style: 0, layout: 0, paint: 0, other: 0 }
  const open: { part: Part; end: number; work: number }[] = []
  const close = (until: number): void => {
    for (let last = open.at(-1); last !== undefined && last.end <= until; last = open.at(-1)) {
      parts[last.part] += last.work / 1000
      open.pop()
    }
  }
  open.push({ part: 'other', end: task.ts + task.dur, work: task.tdur ?? task.dur })
  for (const event of inside) {
    close(event.ts)
    const parent = open.at(-1)
    const part = partOf(event.name)
    if (parent === undefined || part === null) continue
    const work = event.tdur ?? event.dur
    parent.work -= work
    open.push({ part, end: event.ts + event.dur, work })
  }
  close(Number.POSITIVE_INFINITY)
  return parts
}

/** Several categories trace the same task. */
function outermost(tasks: readonly Stretch[]): Stretch[] {
  let end = Number.NEGATIVE_INFINITY
  return tasks.filter(({ ts, dur }) => {
    const isInside = ts < end
    if (!isInside) end = ts + dur
    return !isInside
  })
}

/** Two moments that a page has marked, and how long after the first one a measurement begins. */
export interface Marks {
  readonly begun: string
  readonly ended: string
  readonly settleMs: number
}

/** @throws when the trace contains no such marks */
function findMarks(
  events: readonly TraceEvent[],
  marks: Marks,
): { begun: TraceEvent; ended: TraceEvent; from: number } {
  const begun = events.find(({ name }) => name === marks.begun)
  const ended = events.find(({ name }) => name === marks.ended)
  if (begun === undefined || ended === undefined) throw new Error('The trace holds no marks')
  return { begun, ended, from: begun.ts + marks.settleMs * 1000 }
}

/** Frames of the compositor, which animates transform and opacity while the main thread is busy. */
export interface Frames {
  readonly shown: number
  /** Frames in which something should have moved, and nothing did. */
  readonly dropped: number
}

/**
 * Counts the frames of the page between two marks. Chromium reports a frame twice when the main thread is late: what the compositor could do
 * was shown (`PRESENTED_PARTIAL`), and the rest comes later.
 *
 * @throws when the trace contains no such marks
 */
export function countFrames(events: readonly TraceEvent[], marks: Marks): Frames {
  const { begun, ended, from } = findMarks(events, marks)
  const states = new Map<number, string>()
  for (const { name, ph, pid, ts, args } of events) {
    const { state, frame_sequence: frame } = args?.frame_reporter ?? {}
    if (name !== 'PipelineReporter' || ph !== 'b' || pid !== begun.pid || ts < from || ts > ended.ts) continue
    if (state === undefined || frame === undefined) continue
    if (!states.get(frame)?.includes('PRESENTED')) states.set(frame, state)
  }
  const all = [...states.values()]
  return {
    shown: all.filter((state) => state.includes('PRESENTED')).length,
    dropped: all.filter((state) => state === 'STATE_DROPPED').length,
  }
}

/**
 * Returns the tasks over a limit of the thread that set the mark `begun`, from a while after it until the mark `ended`, and how long the
 * thread was at work for all tasks together.
 *
 * @throws when the trace contains no such marks
 */
export function tasksOver(
  limitMs: number,
  events: readonly TraceEvent[],
  marks: Marks,
): { readonly lastedMs: number; readonly workMs: number; readonly tasks: readonly Task[] } {
  const { begun, ended, from } = findMarks(events, marks)
  const stretches = events.filter(isStretch).sort((one, other) => one.ts - other.ts || other.dur - one.dur)
  const own = stretches.filter(({ pid, tid }) => pid === begun.pid && tid === begun.tid)
  const drawn = stretches.filter(({ name }) => name === 'RasterTask')
  const all = outermost(own.filter(({ name }) => /RunTask$/.test(name))).filter(
    ({ ts }) => ts >= from && ts <= ended.ts,
  )
  const tasks = all
    .filter(({ dur }) => dur > limitMs * 1000)
    .map((task) => {
      const end = task.ts + task.dur
      const inside = own.filter((event) => event !== task && event.ts >= task.ts && event.ts + event.dur <= end)
      return {
        atMs: (task.ts - begun.ts) / 1000,
        clockMs: task.dur / 1000,
        workMs: (task.tdur ?? task.dur) / 1000,
        partsMs: partsOf(task, inside),
        rasterMs: drawn
          .filter(({ ts, dur }) => ts < end && ts + dur > task.ts)
          .reduce((sum, { dur, tdur = dur }) => sum + tdur / 1000, 0),
      }
    })
  const workMs = all.reduce((sum, { dur, tdur = dur }) => sum + tdur / 1000, 0)
  return { lastedMs: (ended.ts - from) / 1000, workMs, tasks }
}
