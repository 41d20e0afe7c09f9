// What the lobby shows: tab, price of a seat, mode and order. The address follows, so that a link shows the same.

import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import {
  LOBBY_MODES,
  LOBBY_SORTS,
  LOBBY_TABS,
  type LobbyFilter,
  SEAT_PRICES,
  writeLobbyFilter,
} from '../../../game/battles/find.ts'
import { formatShortMoney } from '../../../i18n/format.ts'
import { $lobbyFilter, changeLobby } from '../../../stores/battles/battles.ts'
import { Choice } from '../../inventory/Filters.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Chips } from '../../ui/controls/Chips.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import styles from './filters.module.css'

const ALL = 'all'

function change(part: Partial<LobbyFilter>): void {
  changeLobby(part)
  const query = writeLobbyFilter($lobbyFilter.get())
  history.replaceState(history.state, '', location.pathname + query + location.hash)
}

export function Filters({ filter }: { filter: LobbyFilter }): ReactElement {
  const { t } = useTranslation(['battles', 'battleParts'])
  const modes = [
    { value: ALL, label: t('mode.all') },
    ...LOBBY_MODES.map((value) => ({
      value,
      label: value === 'crazy' ? t('battleParts:crazy') : t(`battleParts:modes.${value}.name`),
    })),
  ] as const
  return (
    <div className={styles.filters}>
      <div className={styles.head}>
        <Segmented
          label={t('tab.label')}
          options={LOBBY_TABS.map((value) => ({ value, label: t(`tab.${value}`) }))}
          value={filter.tab}
          onChange={(tab) => change({ tab })}
          className={styles.tabs}
        />
        <Button href="/battles/new" tone="signal" size="l" icon="plus" className={styles.create}>
          {t('create')}
        </Button>
      </div>
      <div className={styles.row}>
        <Choice
          label={t('mode.label')}
          icon="filter"
          options={modes}
          value={filter.mode ?? ALL}
          onChange={(mode) => change({ mode: mode === ALL ? null : mode })}
        />
        <Choice
          label={t('sort.label')}
          icon="sort"
          options={LOBBY_SORTS.map((value) => ({ value, label: t(`sort.${value}`) }))}
          value={filter.sort}
          onChange={(sort) => change({ sort })}
        />
        <Chips
          label={t('prices.label')}
          options={SEAT_PRICES.map(({ id, min, max }) => ({ value: id, label: priceWords(min, max) }))}
          value={filter.prices}
          onChange={(prices) => change({ prices })}
        />
      </div>
    </div>
  )

  /** Returns a price range as text; the ends are shown in whole dollars. */
  function priceWords(min: number | null, max: number | null): string {
    const to = max === null ? '' : formatShortMoney(max + 1)
    if (min === null) return max === null ? t('prices.all') : t('prices.under', { to })
    return max === null
      ? t('prices.over', { from: formatShortMoney(min) })
      : t('prices.between', { from: formatShortMoney(min), to })
  }
}
