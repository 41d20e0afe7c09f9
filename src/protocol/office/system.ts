// The room System: processes, jobs, leases, checks, backups, prices, settings, security events.
import { z } from 'zod'
import { INSTANCE_STATES, JOB_HEALTHS } from '../../game/office/job-health.ts'
import { momentSchema } from './common.ts'

const momentOrNull = momentSchema.nullable()

const instanceSchema = z.object({
  id: z.uuid(),
  version: z.string(),
  host: z.string(),
  pid: z.int(),
  startedAt: momentSchema,
  seenAt: momentSchema,
  endedAt: momentOrNull,
  state: z.enum(INSTANCE_STATES),
  /** By how many milliseconds its machine's clock is ahead of the database's. */
  clockAheadMs: z.int(),
  /** Whether that is too much for it to serve players. */
  isClockWrong: z.boolean(),
  /** In which it counts days; null for one of an earlier release. */
  timeZone: z.string().nullable(),
  /** Whether it answers this call. */
  isThis: z.boolean(),
})

export type SystemInstance = z.infer<typeof instanceSchema>

const jobSchema = z.object({
  job: z.string(),
  /** Null for what is done once a night by any process. */
  instance: z.object({ id: z.uuid(), host: z.string(), pid: z.int() }).nullable(),
  health: z.enum(JOB_HEALTHS),
  everyMs: z.int().nullable(),
  runningSince: momentOrNull,
  endedAt: momentOrNull,
  nextAt: momentOrNull,
  error: z.string().nullable(),
})

export type SystemJob = z.infer<typeof jobSchema>

const UPKEEP_KINDS = ['check', 'backup'] as const

const upkeepSchema = z.object({
  id: z.uuid(),
  kind: z.enum(UPKEEP_KINDS),
  author: z.string(),
  startedAt: momentSchema,
  endedAt: momentOrNull,
  state: z.enum(['running', 'done', 'failed', 'interrupted']),
  progress: z.object({ done: z.int(), all: z.int() }).nullable(),
  /** Numbers and names by what they are. */
  result: z.record(z.string(), z.union([z.string(), z.number()])).nullable(),
  problem: z.string().nullable(),
})

export type UpkeepRun = z.infer<typeof upkeepSchema>

const backupsSchema = z.object({
  /** Whether a folder is set. */
  isOn: z.boolean(),
  /** Whether the site makes one each night. */
  isNightly: z.boolean(),
  /** Whether the folder can be read by this process. */
  isReadable: z.boolean(),
  count: z.int(),
  newest: z.object({ name: z.string(), at: momentSchema, bytes: z.int().nullable() }).nullable(),
  lastRun: z.object({ at: momentSchema, file: z.string().nullable(), copied: z.boolean().nullable() }).nullable(),
  drill: z.object({ at: momentSchema, file: z.string(), of: momentSchema }).nullable(),
})

const pricesSchema = z.object({
  /** When they were last known to be right; null before the first edition. */
  since: momentOrNull,
  /** When the list itself was made; null for the one that came with the site. */
  listedAt: momentOrNull,
  held: z.int(),
  heldSince: momentOrNull,
  pausedCases: z.int(),
  pausedRewards: z.int(),
})

/** `GET /system`. */
export const systemReplySchema = z.object({
  now: momentSchema,
  database: z.enum(['pglite', 'postgres']),
  instances: z.array(instanceSchema),
  jobs: z.array(jobSchema),
  leases: z.array(z.object({ name: z.string(), nextAt: momentSchema })),
  checks: z.array(upkeepSchema),
  backupRuns: z.array(upkeepSchema),
  /** The last check of the night; null before it. */
  nightCheck: z.object({ endedAt: momentSchema, error: z.string().nullable() }).nullable(),
  backups: backupsSchema,
  prices: pricesSchema,
  /** The time zone of days here, and the one that the brand or the settings name: in force when all processes have ended. */
  zone: z.object({ inForce: z.string(), chosen: z.string() }),
})

export type SystemReply = z.infer<typeof systemReplySchema>

/** `GET /system/runs`. */
export const runsQuerySchema = z.strictObject({
  job: z.string().max(60),
  result: z.enum(['done', 'failed']).optional(),
  cursor: z.uuid().optional(),
})

export const runsReplySchema = z.object({
  rows: z.array(
    z.object({
      id: z.uuid(),
      host: z.string().nullable(),
      startedAt: momentSchema,
      endedAt: momentSchema,
      runs: z.int(),
      longestMs: z.int(),
      result: z.enum(['done', 'failed']),
      error: z.string().nullable(),
    }),
  ),
  cursor: z.uuid().nullable(),
})

export type RunsReply = z.infer<typeof runsReplySchema>

/** `GET /system/settings`: those of the process that has the office. */
export const settingsReplySchema = z.object({
  settings: z.array(
    z.object({ name: z.string(), isSet: z.boolean(), value: z.string().nullable(), isHidden: z.boolean() }),
  ),
})

export type SettingsReply = z.infer<typeof settingsReplySchema>

/** `GET /system/security`. Moments in ms; `to` is not in the range. */
export const securityQuerySchema = z.strictObject({
  event: z.string().max(40).optional(),
  from: z.coerce.number().int().optional(),
  to: z.coerce.number().int().optional(),
  cursor: z.string().max(40).optional(),
})

export const securityReplySchema = z.object({
  rows: z.array(
    z.object({
      id: z.int(),
      hour: momentSchema,
      source: z.enum(['site', 'office', 'realtime']),
      event: z.string(),
      code: z.string(),
      call: z.string(),
      count: z.int(),
      lastAt: momentSchema,
    }),
  ),
  cursor: z.string().nullable(),
})

export type SecurityReply = z.infer<typeof securityReplySchema>

/** `POST /system/check`, `POST /system/backup`. */
export const pressBodySchema = z.strictObject({})

export const pressReplySchema = z.object({
  id: z.uuid(),
  /** False where one of its kind was running already. */
  isNew: z.boolean(),
})

export type PressReply = z.infer<typeof pressReplySchema>
