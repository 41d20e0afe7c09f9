// What waits in the rooms of the office, beside their names in the frame.
import { z } from 'zod'

/** The rooms in which something waits for a person. */
export const COUNTED_ROOMS = ['proposals'] as const

export type CountedRoom = (typeof COUNTED_ROOMS)[number]

/** More than that is counted as that: a person reads "99+". */
export const COUNT_MOST = 100

/** `GET /counts`: how much waits in each room that the member may read. */
export const countsReplySchema = z.object({ counts: z.partialRecord(z.enum(COUNTED_ROOMS), z.int()) })

export type CountsReply = z.infer<typeof countsReplySchema>
