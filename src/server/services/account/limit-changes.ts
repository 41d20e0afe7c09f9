// What was asked of deposit limits, for protection: the rows stay, so one of a window, a day and a direction is kept, which says what came of it.
import { and, desc, eq, gte } from 'drizzle-orm'
import { dayAt, startOfDay } from '../../../game/base/site-time.ts'
import { isRaise } from '../../../game/office/safer-play.ts'
import { newId } from '../../base/ids.ts'
import type { Queries } from '../../db/database.ts'
import { limitChanges } from '../../db/schema-payments.ts'

export type LimitChange = Omit<typeof limitChanges.$inferInsert, 'id'>

/** Records a change of a limit, whose player is locked; it takes the place of an earlier one of the site's day in the same direction. */
export async function recordLimitChange(tx: Queries, change: LimitChange, timeZone: string): Promise<void> {
  const { playerId, window, before = null, after = null, at } = change
  const day = new Date(startOfDay(dayAt(at.getTime(), timeZone), timeZone))
  const isOfDay = and(eq(limitChanges.playerId, playerId), eq(limitChanges.window, window), gte(limitChanges.at, day))
  const today = await tx.select().from(limitChanges).where(isOfDay).orderBy(desc(limitChanges.id))
  const raises = isRaise(before, after)
  const same = today.find((row) => isRaise(row.before, row.after) === raises)
  // Readers take the newest id for the last change.
  const id = newId()
  if (same === undefined) {
    await tx.insert(limitChanges).values({ id, ...change })
    return
  }
  const began = isRaise(same.before, after) === raises ? same.before : before
  await tx
    .update(limitChanges)
    .set({ id, before: began, after, at, appliesAt: change.appliesAt })
    .where(eq(limitChanges.id, same.id))
}
