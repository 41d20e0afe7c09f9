// The room Players: one field that finds everything, and the page of a player.
import { getRouteApi } from '@tanstack/react-router'
import { lazy, type ReactElement, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Room, Split } from '../../parts/Room.tsx'
import { FilterField } from '../../session/FilterField.tsx'
import { withTexts } from '../../session/language.ts'
import styles from './players.module.css'

/** The page of a player is loaded beside the list, not before it. */
const loadPanel = withTexts(
  ['officeEvents', 'officeFields', 'officeVerbs', 'replies'],
  () => import('./PlayerPanel.tsx'),
)
const PlayerPanel = lazy(async () => ({ default: (await loadPanel()).PlayerPanel }))

const loadTimeline = withTexts(['officeEvents', 'replies'], () => import('./Timeline.tsx'))
const Timeline = lazy(async () => ({ default: (await loadTimeline()).Timeline }))

/** What searches find has words of many rooms. */
const loadFound = withTexts(['officeEvents', 'officeToday', 'replies'], () => import('./FoundList.tsx'))
const FoundList = lazy(async () => ({ default: (await loadFound()).FoundList }))

const route = getRouteApi('/frame/players')

export function PlayersRoom(): ReactElement {
  const { t } = useTranslation(['officePlayers', 'office'])
  const { q, player } = route.useSearch()
  const navigate = route.useNavigate()
  useEffect(() => void loadPanel(), [])
  return (
    <Room title={t('title')}>
      <Split panel={player === undefined ? null : <PlayerPanel key={player} id={player} />}>
        <search className={styles.search} aria-label={t('office:filters')}>
          <FilterField
            label={t('search')}
            value={q}
            onChange={(text) => void navigate({ search: text === undefined ? {} : { q: text } })}
          />
        </search>
        {player !== undefined ? (
          <Suspense fallback={null}>
            <Timeline id={player} />
          </Suspense>
        ) : q !== undefined ? (
          <Suspense fallback={null}>
            <FoundList q={q} />
          </Suspense>
        ) : (
          <EmptyState title={t('start')} text={t('start-text')} />
        )}
      </Split>
    </Room>
  )
}
