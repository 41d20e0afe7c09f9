// The rule of a charge is written twice: in TypeScript for previews and bounds, in SQL for what is written. Both are one rule.
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cents } from '../../../../src/game/base/money.ts'
import { chargeBalance, type GiftAccount, takeGiftBack } from '../../../../src/game/rewards/gifts.ts'
import { microcents } from '../../../../src/game/rewards/margin.ts'
import { RefusalError } from '../../../../src/server/base/refusal.ts'
import { accounts, players, transfers } from '../../../../src/server/db/schema.ts'
import { HOUSE_ACCOUNTS } from '../../../../src/server/ledger/accounts.ts'
import { type ChargeOrder, chargePlayer, openAccount } from '../../../../src/server/services/money/pay.ts'
import { DATABASE_KINDS, type OwnedDatabase, openScratch } from '../../../support/databases/databases.ts'

const MOST_CENTS = 10 ** 12

interface Case {
  readonly account: GiftAccount
  readonly spentLocked: number
  readonly amount: number
  readonly order: ChargeOrder
}

const anyCents = fc.oneof(
  fc.nat(1_000),
  fc.maxSafeNat().map((amount) => amount % MOST_CENTS),
)

const anyOrder: fc.Arbitrary<ChargeOrder> = fc.oneof(
  fc.record({ ownPercent: fc.nat(100) }),
  fc.record({ held: fc.record({ ownPercent: fc.nat(100) }) }),
  fc.constantFrom('refund' as const, 'gift-back' as const),
)

const anyCase: fc.Arbitrary<Case> = fc
  .record({
    free: anyCents,
    locked: anyCents,
    unlocked: anyCents,
    margin: fc.oneof(fc.nat(1_000_000), fc.maxSafeNat()),
    spentLocked: anyCents,
    /** Where the amount lies between 1 and two cents more than the balance. */
    part: fc.oneof(fc.constantFrom('free', 'all', 'more'), fc.double({ min: 0, max: 1, noNaN: true })),
    order: anyOrder,
  })
  .map(({ free, locked, unlocked, margin, spentLocked, part, order }) => {
    const balance = free + locked
    const amounts = { free, all: balance, more: balance + 1 }
    const amount = Math.max(1, typeof part === 'string' ? amounts[part] : Math.floor(balance * part))
    return {
      account: {
        balanceCents: cents(balance),
        lockedCents: cents(locked),
        unlockedCents: cents(unlocked),
        margin: microcents(margin),
        stakedCents: cents(0),
      },
      ...{ spentLocked, amount, order },
    }
  })

/** Returns what the rule makes of a charge; null where the balance does not cover it. */
function chargeByRule({ account, spentLocked, amount, order }: Case): object | null {
  if (amount > account.balanceCents) return null
  const ownPercent = typeof order === 'string' ? 0 : 'held' in order ? order.held.ownPercent : order.ownPercent
  const parts =
    order === 'gift-back' ? takeGiftBack(account, cents(amount)) : chargeBalance(account, cents(amount), { ownPercent })
  const { balanceCents: balance, lockedCents: locked, unlockedCents: unlocked } = parts.account
  const isStake = typeof order !== 'string' && 'ownPercent' in order
  return {
    account: { balance, locked, unlocked, spentLocked: spentLocked + (isStake ? parts.lockedCents : 0) },
    transfer: { amount, locked: parts.lockedCents, unlocked: unlocked - account.unlockedCents },
    charged: { locked: parts.lockedCents, balance },
  }
}

describe.each(DATABASE_KINDS)('a charge on %s', (kind) => {
  let db: OwnedDatabase
  let playerId: number

  beforeAll(async () => {
    db = await openScratch(kind)
    const [player] = await db.queries
      .insert(players)
      .values({ steamid: '1', username: 'One', avatar: '' })
      .returning({ id: players.id })
    playerId = player?.id ?? 0
    await openAccount(db.queries, playerId)
  })

  afterAll(() => db.close())

  /** Charges the account as it is given, and returns what was written; null where it was refused. */
  function chargeInDatabase({ account, spentLocked, amount, order }: Case): Promise<object | null> {
    const { balanceCents, lockedCents, unlockedCents, margin } = account
    const given = { balance: balanceCents, locked: lockedCents, unlocked: unlockedCents, margin, spentLocked }
    const charge = { playerId, to: HOUSE_ACCOUNTS.case, amount: cents(amount), kind: 'open', reference: 'x' } as const
    const written = {
      account: {
        balance: accounts.balance,
        locked: accounts.locked,
        unlocked: accounts.unlocked,
        spentLocked: accounts.spentLocked,
      },
      transfer: { amount: transfers.amount, locked: transfers.locked, unlocked: transfers.unlocked },
    }
    return db
      .transaction(async (tx) => {
        await tx.update(accounts).set(given).where(eq(accounts.id, playerId))
        const { transferId, ...charged } = await chargePlayer(tx, charge, order)
        const [row] = await tx
          .select(written)
          .from(accounts)
          .innerJoin(transfers, eq(transfers.id, transferId))
          .where(eq(accounts.id, playerId))
        return { ...row, charged }
      })
      .catch((error: unknown) => {
        if (error instanceof RefusalError) return null
        throw error
      })
  }

  it('is what chargeBalance and takeGiftBack make of it', async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async (given) => {
        expect(await chargeInDatabase(given)).toEqual(chargeByRule(given))
      }),
      { numRuns: 100 },
    )
  })
})
