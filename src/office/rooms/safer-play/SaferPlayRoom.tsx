// The room Safer play: players whom a person should look at, limits, exclusions, and what came of it by month.
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { Room, Split } from '../../parts/Room.tsx'
import { Tabs } from '../../parts/Tabs.tsx'
import { Exclusions, Limits, Months, Waiting } from './lists.tsx'
import { PlayerPanel } from './PlayerPanel.tsx'
import { LATER_TABS, type LaterTab } from './search.ts'

const route = getRouteApi('/frame/safer-play')

/** The first tab is an address without a tab, which every other address begins with. */
const ONLY_ITSELF = { exact: true, includeSearch: true } as const

const LISTS = { limits: Limits, exclusions: Exclusions, months: Months } as const

function ListTabs({ selected }: { selected: LaterTab | undefined }): ReactElement {
  const { t } = useTranslation('officeSaferPlay')
  return (
    <Tabs label={t('lists')}>
      {[undefined, ...LATER_TABS].map((tab) => (
        <Link
          key={tab ?? 'waiting'}
          to="/safer-play"
          search={tab === undefined ? {} : { tab }}
          activeOptions={ONLY_ITSELF}
          aria-current={tab === selected ? 'true' : undefined}
        >
          {t(`tabs.${tab ?? 'waiting'}`)}
        </Link>
      ))}
    </Tabs>
  )
}

export function SaferPlayRoom(): ReactElement {
  const { t } = useTranslation('officeSaferPlay')
  const { tab, player } = route.useSearch()
  const List = tab === undefined ? Waiting : LISTS[tab]
  return (
    <Room title={t('title')}>
      <div className="stack">
        <p className="lead">{t('lead')}</p>
        <Split panel={player === undefined ? null : <PlayerPanel key={player} id={player} />}>
          <ListTabs selected={tab} />
          <List />
        </Split>
      </div>
    </Room>
  )
}
