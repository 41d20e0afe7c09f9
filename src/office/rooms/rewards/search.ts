// The state of the room Rewards, in its address.
import { getRouteApi } from '@tanstack/react-router'
import { LANGUAGES, type Language } from '../../../game/base/language.ts'
import { REWARD_TABS, type RewardTab } from '../../../game/office/rewards.ts'
import { definedOnly, oneOf } from '../../session/search.ts'

export interface RewardsSearch {
  /** The number of the draft that is worked on. */
  readonly draft?: string | undefined
  /** The wheel without one. */
  readonly tab?: RewardTab | undefined
  /** The language of the preview; none is shown without it. */
  readonly preview?: Language | undefined
}

const NUMBER = /^[1-9]\d{0,8}$/

function parseRewardsSearch(search: Readonly<Record<string, unknown>>): RewardsSearch {
  const { draft } = search
  return definedOnly<RewardsSearch>({
    draft: typeof draft === 'string' && NUMBER.test(draft) ? draft : undefined,
    tab: oneOf(REWARD_TABS, search.tab),
    preview: oneOf(LANGUAGES, search.preview),
  })
}

const route = getRouteApi('/frame/rewards')

/** Returns the state of the room, as its address has it. */
export function useRewardsSearch(): RewardsSearch {
  return parseRewardsSearch({ ...route.useSearch() })
}
