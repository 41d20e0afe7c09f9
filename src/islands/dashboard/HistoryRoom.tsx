// Everything that came and went on the balance, in words, day by day; all of it can be saved as a file.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { HistoryEntry, HistoryFilter } from '../../contract/account.ts'
import { formatDate, formatMoney } from '../../i18n/format.ts'
import {
  $history,
  $historyFilter,
  $savingHistory,
  filterHistory,
  loadHistory,
  loadOlderHistory,
  readHistoryFile,
} from '../../stores/history.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/Icon.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { saveFile } from '../ui/save-file.ts'
import { timeOfDay } from './days.ts'
import { Nothing } from './Nothing.tsx'
import { PagedRows } from './PagedRows.tsx'
import styles from './rows.module.css'

const FILTERS = ['all', 'deposits', 'games', 'sales', 'withdrawals', 'bonuses'] as const satisfies readonly (
  | 'all'
  | HistoryFilter
)[]

/** Pictures by the ledger's names; what is new there has the last one. */
const ICONS: Readonly<Record<string, string>> = {
  deposit: 'deposit',
  open: 'cases',
  upgrade: 'upgrade',
  sell: 'sell',
  bonus: 'bonuses',
  social: 'bonuses',
  grant: 'bonuses',
  replacement: 'steam',
  spin: 'wheel',
  'spin-won': 'wheel',
  calendar: 'calendar',
  mission: 'missions',
  referral: 'referral',
}

export function HistoryRoom(): ReactElement {
  const { t } = useTranslation('dashboard')
  const list = useStore($history)
  const only = useStore($historyFilter)
  useEffect(() => void loadHistory(), [])
  const options = FILTERS.map((value) => ({ value, label: t(`history.filter.${value}`) }))
  return (
    <div className={styles.room}>
      <div className={styles.bar}>
        <div className={styles.filters}>
          <Segmented
            label={t('history.filter.label')}
            options={options}
            value={only ?? 'all'}
            onChange={(value) => filterHistory(value === 'all' ? null : value)}
          />
        </div>
        <Save />
      </div>
      <PagedRows
        list={list}
        failed={t('history.failed')}
        empty={<Nothing icon="clock" text={t(only === null ? 'history.empty' : 'history.none')} />}
        row={(entry) => <Row entry={entry} />}
        onLoad={() => void loadHistory()}
        onMore={() => void loadOlderHistory()}
      />
    </div>
  )
}

/** Saves the whole history for a spreadsheet. */
function Save(): ReactElement {
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

function Row({ entry: { kind, text, amount, at, link } }: { entry: HistoryEntry }): ReactElement {
  const sign = amount > 0 ? '+' : ''
  return (
    <div className={styles.entry}>
      <span className={styles.mark}>
        <Icon name={ICONS[kind] ?? 'refresh'} size={18} />
      </span>
      <p className={styles.text}>
        {link === null ? text : <a href={link}>{text}</a>}
        <time dateTime={new Date(at).toISOString()}>{timeOfDay(at)}</time>
      </p>
      <span className={classes('price', styles.amount)} data-tone={amount > 0 ? 'good' : undefined}>
        {sign}
        {formatMoney(amount)}
      </span>
    </div>
  )
}
