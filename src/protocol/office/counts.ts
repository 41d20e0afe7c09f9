// What waits in the rooms of the office, beside their names in the frame.
import { z } from 'zod'
import { COUNTED_ROOMS } from '../../game/office/counted-rooms.ts'

/** `GET /counts`: how much waits in each room that the member may read. */
export const countsReplySchema = z.object({ counts: z.partialRecord(z.enum(COUNTED_ROOMS), z.int()) })

export type CountsReply = z.infer<typeof countsReplySchema>
