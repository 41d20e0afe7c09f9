// The acts about prices: take what is held, and take a list. They are what `ops prices accept` and `ops prices import` do.
import { z } from 'zod'
import { acceptBodySchema } from '../../../../protocol/office/prices.ts'
import { ProtocolError } from '../../../base/refusal.ts'
import type { PriceChange } from '../../../catalogue/prices/apply-prices.ts'
import { type TakenList, type TakenPrices, takeHeld } from '../../../catalogue/prices/take-list.ts'
import type { Queries } from '../../../db/database.ts'
import { lockEditions } from '../../../shop/edition-store.ts'
import { publishChangeIn, type ShopChange } from '../../../shop/publish.ts'
import { defineAct, type OfficeAct, type Outcome, type Prospect } from '../acts.ts'
import { allowed } from '../editions/prospect.ts'
import { type ListDesk, refusing, takeSeen } from './look.ts'
import { newestShop, type PricedShop, type ReadShop } from './reading.ts'

/** The acts of the room. */
export interface PriceActs {
  readonly accept: OfficeAct
  readonly importList: OfficeAct
}

async function publish(tx: Queries, shop: PricedShop, change: ShopChange): Promise<Outcome> {
  const published = await allowed(publishChangeIn(tx, shop.sources, change))
  return { announce: () => void shop.announce(published) }
}

const differenceOf = (changes: readonly PriceChange[]): Prospect['difference'] =>
  changes.map(({ name, before, after }) => ({ field: 'price', item: name, before, after }))

type Accepted = z.output<typeof acceptBodySchema>['items']

/** Takes the prices that were seen. Throws ProtocolError 'held-changed' where another one was seen since. */
function takeSeenPrices({ reading }: ReadShop, items: Accepted): TakenPrices {
  const { held } = reading.priceState
  if (items.some(({ id, seen }) => held.get(id)?.seenCents !== seen)) {
    throw new ProtocolError(409, 'held-changed', 'Its held price was decided, or is another one by now')
  }
  return takeHeld(
    reading,
    items.map(({ id }) => id),
  )
}

function acceptAct(shop: PricedShop): OfficeAct {
  const taken = async (tx: Queries, items: Accepted) => {
    await lockEditions(tx)
    const newest = await newestShop(tx, shop.sources)
    return { base: newest.edition, ...takeSeenPrices(newest, items) }
  }
  return defineAct({
    verb: 'prices.accept',
    body: acceptBodySchema,
    look: async (tx, { items }) => {
      const { applied } = await taken(tx, items)
      return { kind: 'edition', subject: 'prices', difference: differenceOf(applied.changes), entries: [] }
    },
    run: async (tx, { items }, { by }) => {
      const { base, applied, files } = await taken(tx, items)
      const moves = applied.changes.map(({ name, before, after }) => ({ name, before, after }))
      const act = { verb: 'prices.accept', subject: 'prices', after: { items: moves } } as const
      return publish(tx, shop, { files, base, by, act })
    },
  })
}

const importBody = z.object({ list: z.int(), staffId: z.uuid(), edition: z.int(), force: z.boolean() })

function importAct(desk: ListDesk): OfficeAct {
  const { shop, lists, ratesFolder } = desk
  async function taken(tx: Queries, { list: id, staffId, edition, force }: z.output<typeof importBody>) {
    const seen = lists.take(id, staffId)
    await lockEditions(tx)
    const newest = await newestShop(tx, shop.sources)
    if (newest.edition !== edition) {
      throw new ProtocolError(409, 'list-overtaken', 'The shop has changed since the list was read: read it again')
    }
    return { source: seen.source, ...(await refusing(() => takeSeen(newest, seen, force, ratesFolder))) }
  }
  const changesOf = ({ applied, wrong }: TakenList) => (wrong === null ? applied.changes : [])
  return defineAct({
    verb: 'prices.import',
    body: importBody,
    look: async (tx, body) => {
      const list = await taken(tx, body)
      return { kind: 'edition', subject: 'prices', difference: differenceOf(changesOf(list)), entries: [] }
    },
    run: async (tx, body, { by }) => {
      const { source, ...list } = await taken(tx, body)
      const { edition: base, force } = body
      const held = (list.wrong ?? list.applied.state).held.size
      const after = { source, changes: changesOf(list).length, held, wrong: list.wrong !== null, force }
      return publish(tx, shop, {
        files: list.files,
        base,
        by,
        act: { verb: 'prices.import', subject: 'prices', after },
      })
    },
  })
}

/** Makes the acts. */
export function createPriceActs(desk: ListDesk): PriceActs {
  return { accept: acceptAct(desk.shop), importList: importAct(desk) }
}
