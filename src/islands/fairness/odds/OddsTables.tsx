// The odds of cases over time: the period of each table, and its content. `?odds=…` opens a table by its hash.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { formatDate, formatPercent } from '../../../i18n/format.ts'
import type { OddsPeriod } from '../../../protocol/fairness.ts'
import {
  $odds,
  $oddsCases,
  $oddsOf,
  $oddsTables,
  loadMoreOdds,
  loadOdds,
  loadOddsTable,
  showOddsOf,
} from '../../../stores/fairness/odds-tables.ts'
import { canVerify, webHashing } from '../../../stores/fairness/web-hashing.ts'
import { Choice } from '../../inventory/Filters.tsx'
import { island } from '../../island.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { PageFailed, Pager } from '../../ui/lists/Pager.tsx'
import { Skeleton } from '../../ui/lists/Skeleton.tsx'
import { Price } from '../../ui/money/Price.tsx'
import { OddsRows } from './OddsRows.tsx'
import styles from './odds.module.css'

/** The number of rows shown at first, and of their skeletons. */
const FIRST_ROWS = 8

/** The number of rows that one press adds. */
const PAGE = 50

const PLACES = Array.from({ length: FIRST_ROWS }, (_, place) => place)

const ALL = ''

function OddsTablesView(): ReactElement {
  const { t, i18n } = useTranslation(['fairness', 'common'])
  const language = i18n.language as Language
  const list = useStore($odds, { ssr: 'initial' })
  const cases = useStore($oddsCases, { ssr: 'initial' })
  const of = useStore($oddsOf, { ssr: 'initial' })
  const [shown, setShown] = useState(FIRST_ROWS)
  const [asked, setAsked] = useState<string | null>(null)

  useEffect(() => {
    void loadOdds()
    setAsked(new URLSearchParams(location.search).get('odds'))
  }, [])

  const options = [
    { value: ALL, label: t('odds.all') },
    ...cases
      .map(({ url, name }) => ({ value: url, label: name[language] }))
      .sort((one, other) => one.label.localeCompare(other.label, language)),
  ]
  const choose = (url: string): void => {
    setShown(FIRST_ROWS)
    showOddsOf(url === ALL ? null : url)
  }
  const more = (): void => {
    const wanted = Math.min(shown, list.entries.length) + PAGE
    setShown(wanted)
    if (wanted > list.entries.length) void loadMoreOdds()
  }
  // Entries that are loaded and not shown yet count as a page.
  const isMore = list.entries.length > shown || list.cursor !== null
  return (
    <div className={styles.tables}>
      {asked !== null && <RequestedTable hash={asked} />}
      <Choice label={t('odds.choose')} icon="filter" options={options} value={of ?? ALL} onChange={choose} />
      <div className={styles.periods} aria-busy={list.status === 'loading'}>
        {list.status === 'failed' ? (
          <PageFailed text={t('common:errors.offline')} onRetry={() => void loadOdds()} />
        ) : list.entries.length === 0 && list.status === 'loading' ? (
          PLACES.map((place) => <Skeleton key={place} height={56} shape="card" />)
        ) : (
          list.entries.slice(0, shown).map((period) => <Period key={period.id} period={period} />)
        )}
      </div>
      <Pager
        list={{ more: list.more, cursor: isMore ? (list.cursor ?? '') : null }}
        label={t('odds.more')}
        icon="chevron-down"
        onMore={more}
      />
    </div>
  )
}

/** Shows a table and the period in which it was in force. */
function Period({ period }: { period: OddsPeriod }): ReactElement {
  const { t, i18n } = useTranslation('fairness')
  const language = i18n.language as Language
  const [isOpen, setOpen] = useState(false)
  const { hash, since, until, price, returnToPlayer } = period
  return (
    <details className={styles.period} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Icon name="chevron-right" size={18} className={styles.arrow} />
        <span className={styles.case}>{period.case.name[language]}</span>
        <span className={styles.time}>
          {until === null
            ? t('odds.since', { since: formatDate(since) })
            : t('odds.between', { since: formatDate(since), until: formatDate(until) })}
        </span>
        <Price cents={price} className={styles.price} />
        <span className={styles.return} title={t('odds.return')}>
          <span className="unseen">{t('odds.return')}</span> {formatPercent(returnToPlayer, language)}
        </span>
      </summary>
      {isOpen && <Table hash={hash} />}
    </details>
  )
}

/** Shows the table that the address names. */
function RequestedTable({ hash }: { hash: string }): ReactElement {
  const { t } = useTranslation('fairness')
  const place = useRef<HTMLElement>(null)
  useEffect(() => place.current?.scrollIntoView({ block: 'start' }), [])
  return (
    <section ref={place} className={styles.asked} aria-label={t('odds.asked')}>
      <Table hash={hash} />
    </section>
  )
}

/** Shows the content of a table, which the browser checks against its hash. */
function Table({ hash }: { hash: string }): ReactElement {
  const { t, i18n } = useTranslation(['fairness', 'common'])
  const state = useStore($oddsTables, { ssr: 'initial' })[hash]
  useEffect(() => void loadOddsTable(hash), [hash])
  if (state === undefined || state.status === 'loading') {
    return (
      <div className={styles.table} aria-busy="true">
        <Skeleton height={20} />
        <Skeleton height={20} />
        <Skeleton height={20} width="70%" />
      </div>
    )
  }
  if (state.status === 'offline') {
    return <PageFailed text={t('common:errors.offline')} onRetry={() => void loadOddsTable(hash)} />
  }
  if (state.status === 'unknown') {
    return (
      <p className={styles.lost} role="status">
        {t('odds.unknown')}
      </p>
    )
  }
  const { table } = state
  return (
    <div className={styles.opened}>
      <p className={styles.of}>
        {table.case === null ? t(`game.${table.game as 'case'}`) : table.case.name[i18n.language as Language]}
      </p>
      <Fingerprint hash={hash} text={table.text} />
      <OddsRows text={table.text} items={table.items} />
    </div>
  )
}

function Fingerprint({ hash, text }: { hash: string; text: string }): ReactElement {
  const { t } = useTranslation('fairness')
  const [computed, setComputed] = useState<string | null>(null)
  useEffect(() => {
    if (canVerify()) void webHashing.sha256(text).then(setComputed)
  }, [text])
  const verdict = computed === null ? undefined : computed === hash ? 'right' : 'wrong'
  return (
    <p className={styles.fingerprint} data-verdict={verdict}>
      {verdict !== undefined && <Icon name={verdict === 'right' ? 'check' : 'alert'} size={18} />}
      <span>
        {t('fact.oddsHash')} {verdict !== undefined && <strong>{t(`word.${verdict}`)}</strong>}
        <code>{hash}</code>
      </span>
    </p>
  )
}

export const OddsTables = island(OddsTablesView)
