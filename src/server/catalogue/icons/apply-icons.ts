// Adds pictures to the skins of a catalogue that have none. Pure: the arguments are not changed.
import type { Case, CaseEntry, Catalogue, Item, Skin } from '../../../game/catalogue/catalogue.ts'
import type { PrizeOf, Rewards } from '../../../game/rewards/rewards.ts'

/** Paths at Steam's image host, by the English name of a skin without star, StatTrak and wear. */
export type Icons = ReadonlyMap<string, string>

/** A catalogue with its rewards. */
interface WithItems {
  readonly catalogue: Catalogue
  readonly rewards: Rewards
}

const mapped = <Id, Thing>(things: ReadonlyMap<Id, Thing>, change: (thing: Thing) => Thing): Map<Id, Thing> =>
  new Map([...things].map(([id, thing]) => [id, change(thing)]))

/** Returns a catalogue whose items have other skins, everywhere that items appear. */
function replaceItems({ catalogue, rewards }: WithItems, skins: Catalogue['skins']): WithItems {
  const items = mapped(catalogue.items, (item) => ({ ...item, skin: skins.get(item.skin.id) ?? item.skin }))
  const itemOf = (item: Item): Item => items.get(item.id) ?? item
  const entriesOf = (entries: readonly CaseEntry[]): CaseEntry[] =>
    entries.map((entry) => ({ ...entry, item: itemOf(entry.item) }))
  const cases = mapped(catalogue.cases, (box) => ({ ...box, entries: entriesOf(box.entries) }))
  const caseOf = (box: Case): Case => cases.get(box.url) ?? box
  const itemPrize = (prize: PrizeOf<'item'>): PrizeOf<'item'> => ({ ...prize, item: itemOf(prize.item) })
  const dayPrize = (prize: PrizeOf<'balance' | 'item'>): PrizeOf<'balance' | 'item'> =>
    prize.kind === 'item' ? itemPrize(prize) : prize
  const { calendar, raffles, wheel } = rewards
  return {
    catalogue: {
      skins,
      items,
      cases,
      categories: catalogue.categories.map((category) => ({ ...category, cases: category.cases.map(caseOf) })),
    },
    rewards: {
      ...rewards,
      freeCases: rewards.freeCases.map((free) => ({ ...free, entries: entriesOf(free.entries) })),
      wheel: {
        ...wheel,
        sectors: wheel.sectors.map((sector) =>
          sector.prize.kind === 'item' ? { ...sector, prize: itemPrize(sector.prize) } : sector,
        ),
      },
      calendar: {
        days: calendar.days.map(dayPrize),
        supers: calendar.supers.map(dayPrize),
      },
      missions: rewards.missions.map((mission) => {
        const { reward } = mission
        if (reward.kind === 'item') return { ...mission, reward: itemPrize(reward) }
        return reward.kind === 'case' ? { ...mission, reward: { ...reward, box: caseOf(reward.box) } } : mission
      }),
      raffles: {
        hourly: raffles.hourly.map(itemOf),
        daily: raffles.daily.map(itemOf),
        weekly: raffles.weekly.map(itemOf),
      },
    },
  }
}

/** Adds the known picture to each skin without one. Pictures of the catalogue's files take precedence. */
export function applyIcons<T extends WithItems>(stocked: T, icons: Icons): T {
  if (icons.size === 0) return stocked
  const skins = mapped(stocked.catalogue.skins, (skin): Skin => {
    const icon = skin.iconUrl === null ? icons.get(skin.name.en) : undefined
    return icon === undefined ? skin : { ...skin, iconUrl: icon }
  })
  return { ...stocked, ...replaceItems(stocked, skins) }
}
