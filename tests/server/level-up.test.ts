import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expOfSpending, levelOf, levelStart } from '../../src/game/levels.ts'
import { cents } from '../../src/game/money.ts'
import { levelSql, levelUp } from '../../src/server/services/level-up.ts'
import { DATABASE_KINDS, openScratch } from '../support/databases.ts'

describe('reaching a level', () => {
  it('is noticed once, with the highest that was reached', () => {
    expect(levelUp(cents(999), cents(999))).toBeNull()
    expect(levelUp(cents(1000), cents(1))).toMatchObject({ kind: 'level', amounts: { level: 1 } })
    expect(levelUp(cents(1001), cents(1))).toBeNull()
    expect(levelUp(cents(6000), cents(6000))).toMatchObject({ amounts: { level: 3 } })
    expect(levelUp(cents(6000), cents(0))).toBeNull()
  })
})

describe.each(DATABASE_KINDS)('a level on %s', (kind) => {
  it('is the same to the database as to the rules, at every boundary and between them', async () => {
    const db = await openScratch(kind, 1)
    try {
      const near = fc
        .sample(fc.nat({ max: 400_000 }), { numRuns: 300, seed: 1 })
        .flatMap((level) => [levelStart(level), levelStart(level) + 1, Math.max(0, levelStart(level) - 1)])
      const between = fc.sample(fc.nat({ max: 2 ** 46 }), { numRuns: 300, seed: 1 })
      const spent = [...near, ...between, 0, 999, 1000, 1001]
      const { rows } = (await db.queries.execute(
        sql`select ${sql.raw(levelSql('spent'))} as level
          from unnest(${sql.param(spent)}::bigint[]) with ordinality as given (spent, place) order by place`,
      )) as unknown as { rows: { level: number }[] }
      expect(rows.map(({ level }) => level)).toEqual(spent.map((amount) => levelOf(expOfSpending(cents(amount)))))
    } finally {
      await db.close()
    }
  })
})
