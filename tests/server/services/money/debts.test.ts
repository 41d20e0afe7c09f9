// Every credit of a player who owes pays the debt first, whatever it is for.
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cents } from '../../../../src/game/base/money.ts'
import { TRANSFER_KINDS, type TransferKind } from '../../../../src/game/base/transfers.ts'
import { newId } from '../../../../src/server/base/ids.ts'
import { type Queries, queryRows } from '../../../../src/server/db/database.ts'
import { accounts, players, transfers } from '../../../../src/server/db/schema.ts'
import { withdrawalFreezes } from '../../../../src/server/db/schema-operations.ts'
import { HOUSE_ACCOUNTS } from '../../../../src/server/ledger/accounts.ts'
import { addDebt, freezeReasonsOf } from '../../../../src/server/services/account/freezes.ts'
import { changeAccounts, NO_CHANGE } from '../../../../src/server/services/money/account-changes.ts'
import { payBack } from '../../../../src/server/services/money/escrow.ts'
import { openAccount, payPlayer } from '../../../../src/server/services/money/pay.ts'
import { DATABASE_KINDS, type OwnedDatabase, openScratch } from '../../../support/databases/databases.ts'

/** A loan, and what is sold for a reversal that charges it right away. */
const OF_REVERSALS: readonly TransferKind[] = ['debt', 'reclaim']
const CREDITS = TRANSFER_KINDS.filter((kind) => kind !== 'debt-paid' && !OF_REVERSALS.includes(kind))

interface Credit {
  readonly way: 'payment' | 'battle' | 'change'
  readonly kind: TransferKind
  readonly amount: number
  readonly lockedPart: number
}

const anyCredit: fc.Arbitrary<Credit> = fc.record({
  way: fc.constantFrom('payment', 'payment', 'battle', 'change'),
  kind: fc.constantFrom(...CREDITS),
  amount: fc.integer({ min: 1, max: 400 }),
  lockedPart: fc.double({ min: 0, max: 1, noNaN: true }),
})

describe.each(DATABASE_KINDS)('a debt on %s', (kind) => {
  let db: OwnedDatabase
  let serial = 0

  beforeAll(async () => {
    db = await openScratch(kind)
  })
  afterAll(() => db.close())

  async function debtor(tx: Queries, debt: number): Promise<number> {
    const [made] = await tx
      .insert(players)
      .values({ steamid: `7656119800000${String(++serial).padStart(4, '0')}`, username: 'Debtor', avatar: '' })
      .returning({ id: players.id })
    const id = made?.id ?? 0
    await openAccount(tx, id)
    await addDebt(tx, { playerId: id, orderId: newId(), debt }, new Date())
    return id
  }

  async function credited(
    tx: Queries,
    playerId: number,
    { way, kind: of, amount, lockedPart }: Credit,
  ): Promise<number> {
    const locked = cents(Math.floor(amount * lockedPart))
    switch (way) {
      case 'payment':
        return payPlayer(tx, {
          ...{ playerId, from: HOUSE_ACCOUNTS.bonuses, amount: cents(amount) },
          ...{ locked, kind: of, reference: newId() },
        })
      case 'battle': {
        const back = {
          kind: 'battle-back',
          debitId: -1,
          creditId: playerId,
          amount: cents(amount),
          reference: 'b',
          locked,
        }
        return (await payBack(tx, [{ ...back, kind: 'battle-back' }])).get(playerId) ?? -1
      }
      case 'change': {
        const [changed] = (await changeAccounts(tx, [{ ...NO_CHANGE, id: playerId, amount, locked }])).values()
        return changed?.balance ?? -1
      }
    }
  }

  it('is paid first by every kind of credit, and nothing else is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1_000 }),
        fc.array(anyCredit, { minLength: 1, maxLength: 5 }),
        async (debt, credits) => {
          await db.transaction(async (tx) => {
            const id = await debtor(tx, debt)
            let sum = 0
            for (const credit of credits) {
              sum += credit.amount
              const answered = await credited(tx, id, credit)
              const [account] = await tx.select().from(accounts).where(eq(accounts.id, id))
              expect(account).toMatchObject({ debt: Math.max(0, debt - sum), balance: Math.max(0, sum - debt) })
              expect(answered).toBe(account?.balance)
              expect(await freezeReasonsOf(tx, id)).toEqual(sum < debt ? ['debt'] : [])
            }
            const paid = await queryRows<{ paid: string }>(
              tx,
              sql`select coalesce(sum(amount), 0) as paid from transfers where debit_id = ${id} and kind = 'debt-paid'`,
            )
            expect(Number(paid[0]?.paid)).toBe(Math.min(sum, debt))
          })
        },
      ),
      { numRuns: 60 },
    )
  })

  it('is told about once a payment, and leaves other freezes in force', async () => {
    await db.transaction(async (tx) => {
      const id = await debtor(tx, 100)
      await tx.insert(withdrawalFreezes).values({ playerId: id, reason: 'dispute', reference: newId(), at: new Date() })
      await credited(tx, id, { way: 'payment', kind: 'referral', amount: 100, lockedPart: 0 })
      await credited(tx, id, { way: 'payment', kind: 'referral', amount: 100, lockedPart: 0 })
      expect(await freezeReasonsOf(tx, id)).toEqual(['dispute'])
      const notices = await queryRows(tx, sql`select kind, amounts from notifications where player_id = ${id}`)
      expect(notices).toEqual([{ kind: 'debtPaid', amounts: { amount: 100 } }])
    })
  })

  it.each(OF_REVERSALS)('is not paid by what a reversal charges again: %s', async (of) => {
    await db.transaction(async (tx) => {
      const id = await debtor(tx, 100)
      await credited(tx, id, { way: 'payment', kind: of, amount: 60, lockedPart: 0 })
      const [account] = await tx.select().from(accounts).where(eq(accounts.id, id))
      expect(account).toMatchObject({ debt: 100, balance: 60 })
      expect(await tx.$count(transfers, eq(transfers.debitId, id))).toBe(0)
    })
  })
})
