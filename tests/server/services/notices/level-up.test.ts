import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expOfSpending, levelOf, levelStart } from '../../../../src/game/base/levels.ts'
import { cents } from '../../../../src/game/base/money.ts'
import { queryRows } from '../../../../src/server/db/database.ts'
import { levelNotification, levelSql } from '../../../../src/server/services/notices/level-up.ts'
import { openScratch, SUITE_KINDS } from '../../../support/databases/databases.ts'

describe('reaching a level', () => {
  it('is announced once, with the highest level that was reached', () => {
    expect(levelNotification(cents(999), cents(999))).toBeNull()
    expect(levelNotification(cents(1000), cents(1))).toMatchObject({ kind: 'level', amounts: { level: 1 } })
    expect(levelNotification(cents(1001), cents(1))).toBeNull()
    expect(levelNotification(cents(6000), cents(6000))).toMatchObject({ amounts: { level: 3 } })
    expect(levelNotification(cents(6000), cents(0))).toBeNull()
  })
})

describe.each(SUITE_KINDS)('a level on %s', (kind) => {
  it('is the same in the database as in the rules, at every boundary and between them', async () => {
    const db = await openScratch(kind, 1)
    try {
      const near = fc
        .sample(fc.nat({ max: 400_000 }), { numRuns: 300, seed: 1 })
        .flatMap((level) => [levelStart(level), levelStart(level) + 1, Math.max(0, levelStart(level) - 1)])
      const between = fc.sample(fc.nat({ max: 2 ** 46 }), { numRuns: 300, seed: 1 })
      const spent = [...near, ...between, 0, 999, 1000, 1001]
      const rows = await queryRows<{ level: number }>(
        db.queries,
        sql`select ${sql.raw(levelSql('spent'))} as level
          from unnest(${sql.param(spent)}::bigint[]) with ordinality as given (spent, place) order by place`,
      )
      expect(rows.map(({ level }) => level)).toEqual(spent.map((amount) => levelOf(expOfSpending(cents(amount)))))
    } finally {
      await db.close()
    }
  })
})
