// The history of the balance, grouped by day; it can be saved as a file.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { GAMES } from '../../../game/base/games.ts'
import { formatDate, formatMoney, formatTime } from '../../../i18n/format.ts'
import type { HistoryEntry, HistoryFilter } from '../../../protocol/account.ts'
import {
  $history,
  $historyFilter,
  $savingHistory,
  filterHistory,
  loadHistory,
  loadOlderHistory,
  readHistoryFile,
} from '../../../stores/account/history.ts'
import { toast } from '../../../stores/kernel/toasts.ts'
import { classes } from '../../ui/classes.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { PagedRows } from '../../ui/lists/PagedRows.tsx'
import styles from '../../ui/lists/rows.module.css'
import { EmptyState } from '../../ui/messages/EmptyState.tsx'
import { saveFile } from '../../ui/save-file.ts'

const FILTERS = ['all', 'deposits', 'games', 'sales', 'withdrawals', 'bonuses'] as const satisfies readonly (
  | 'all'
  | HistoryFilter
)[]

/** Icons of the transfers that games make. */
const GAME_ICONS = Object.fromEntries(
  Object.values(GAMES).flatMap(({ charge, payout, icon }) => [
    [charge, icon],
    [payout, icon],
  ]),
)

/** Icons by the ledger's kinds of transfers; an unknown kind has the one for all others. */
const ICONS: Readonly<Record<string, string>> = {
  ...GAME_ICONS,
  deposit: 'deposit',
  sell: 'sell',
  bonus: 'bonuses',
  social: 'bonuses',
  grant: 'bonuses',
  replacement: 'steam',
  difference: 'steam',
  'difference-back': 'steam',
  calendar: 'calendar',
  mission: 'missions',
  referral: 'referral',
}

export function HistoryTab(): ReactElement {
  const { t } = useTranslation('dashboard')
  const list = useStore($history)
  const only = useStore($historyFilter)
  useEffect(() => void loadHistory(), [])
  const options = FILTERS.map((value) => ({ value, label: t(`history.filter.${value}`) }))
  return (
    <div className={styles.content}>
      <div className={styles.bar}>
        <div className={styles.filters}>
          <Segmented
            label={t('history.filter.label')}
            options={options}
            value={only ?? 'all'}
            onChange={(value) => filterHistory(value === 'all' ? null : value)}
          />
        </div>
        <SaveButton />
      </div>
      <PagedRows
        list={list}
        failed={t('history.failed')}
        empty={<EmptyState icon="clock" text={t(only === null ? 'history.empty' : 'history.none')} />}
        row={(entry) => <HistoryRow entry={entry} />}
        onLoad={() => void loadHistory()}
        onMore={() => void loadOlderHistory()}
      />
    </div>
  )
}

/** Saves the whole history as a CSV file. */
function SaveButton(): ReactElement {
  const { t } = useTranslation('dashboard')
  const isSaving = useStore($savingHistory)
  const save = async (): Promise<void> => {
    const file = await readHistoryFile()
    if (file === null) toast('error', t('history.saveFailed'))
    else saveFile(file, `spacedrop-${formatDate(Date.now()).replaceAll('.', '-')}.csv`)
  }
  return (
    <Button icon="keep" loading={isSaving} onClick={() => void save()}>
      {t('history.save')}
    </Button>
  )
}

function HistoryRow({ entry: { kind, text, amount, at, link } }: { entry: HistoryEntry }): ReactElement {
  const sign = amount > 0 ? '+' : ''
  return (
    <div className={styles.entry}>
      <span className={styles.mark}>
        <Icon name={ICONS[kind] ?? 'refresh'} size={18} />
      </span>
      <p className={styles.text}>
        {link === null ? <span>{text}</span> : <a href={link}>{text}</a>}
        <time dateTime={new Date(at).toISOString()}>{formatTime(at)}</time>
      </p>
      <span className={classes('price', styles.amount)} data-tone={amount > 0 ? 'good' : undefined}>
        {`${sign}${formatMoney(amount)}`}
      </span>
    </div>
  )
}
