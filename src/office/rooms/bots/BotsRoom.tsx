// The room Bots and stock: the account that sends items, and what it has against what players hold.
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Bot, BotsReply, LookReply } from '../../../protocol/office/bots.ts'
import { Card, Cards } from '../../parts/Card.tsx'
import { Chip } from '../../parts/Chip.tsx'
import { AgedMoment, Moment } from '../../parts/Moment.tsx'
import { Count } from '../../parts/Plain.tsx'
import { Facts, Room } from '../../parts/Room.tsx'
import { ActButton } from '../../session/ActButton.tsx'
import { api, OfficeError } from '../../session/api.ts'
import { Fault } from '../../session/Fault.tsx'
import { POLL_MS } from '../../session/session.ts'
import { useAct } from '../../session/use-act.ts'
import styles from './bots.module.css'
import { StockList } from './StockList.tsx'

/** Consecutive failures that are worth a warning. */
const FAILURES_SHOWN = 5

function BotState({ bot }: { bot: Bot }): ReactElement {
  const { t } = useTranslation('officeBots')
  if (bot.isSignedIn === false) return <Chip tone="bad">{t('session.lost')}</Chip>
  if (bot.failures >= FAILURES_SHOWN) return <Chip tone="bad">{t('session.failing')}</Chip>
  if (bot.isSignedIn === true) return <Chip tone="good">{t('session.open')}</Chip>
  return <Chip>{t(bot.provider === 'sandbox' ? 'session.stand-in' : 'session.unused')}</Chip>
}

function BotCard({ bot, now }: { bot: Bot; now: number }): ReactElement {
  const { t } = useTranslation('officeBots')
  const { instance, stock, done, failed, doneAt, failedAt, error } = bot
  const title = t('process', { host: instance.host, pid: instance.pid })
  return (
    <Card title={title} aside={<BotState bot={bot} />}>
      <Facts
        facts={[
          ...(stock === null ? [] : [[t('stock'), <Count key="stock" count={stock} />] as const]),
          [t('calls-done'), <Count key="done" count={done} />],
          [t('last-done'), doneAt === null ? t('never') : <AgedMoment key="at" at={doneAt} now={now} />],
          [t('calls-failed'), <Count key="failed" count={failed} />],
          ...(failedAt === null ? [] : [[t('last-failed'), <Moment key="failed-at" at={failedAt} />] as const]),
        ]}
      />
      {error === null ? null : <p className={styles.error}>{error}</p>}
    </Card>
  )
}

const STATES = ['buying', 'sent', 'accepted', 'protected'] as const
const STAND_IN_STOCKS = ['none', 'refused', 'silent'] as const

function OffersCard({ offers, problems, orphans }: Pick<BotsReply, 'offers' | 'problems' | 'orphans'>): ReactElement {
  const { t } = useTranslation('officeBots')
  return (
    <Card title={t('offers')}>
      <Facts
        facts={[
          ...STATES.map((state) => {
            const row = offers.find((one) => one.state === state)
            const words =
              row === undefined ? (
                <Count key={state} count={0} />
              ) : (
                <span key={state}>
                  <Count count={row.count} />,{' '}
                  <span className={styles.note}>
                    {t('oldest')} <Moment at={row.oldest} />
                  </span>
                </span>
              )
            return [t(`states.${state}`), words] as const
          }),
          [t('to-cancel'), <Count key="open" count={orphans.open} />],
          [t('taken'), <Count key="taken" count={orphans.taken} />],
        ]}
      />
      {problems.length === 0 ? null : (
        <ul className={styles.problems} aria-label={t('problems')}>
          {problems.map(({ problem, count, since }) => (
            <li key={problem}>
              <span className={styles.error}>{problem}</span>{' '}
              <span className={styles.note}>
                <Count count={count} /> × {t('since')} <Moment at={since} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function StandInCard({ standIn }: { standIn: NonNullable<BotsReply['standIn']> }): ReactElement {
  const { t } = useTranslation('officeBots')
  const { players, trades } = standIn
  const all = Object.values(trades).reduce((sum, count) => sum + count, 0)
  return (
    <Card title={t('stand-in.title')}>
      <p className={styles.note}>{t('stand-in.text')}</p>
      <Facts
        facts={[
          ...STAND_IN_STOCKS.map(
            (stock) => [t(`stand-in.${stock}`), <Count key={stock} count={players[stock] ?? 0} />] as const,
          ),
          [t('stand-in.trades'), <Count key="trades" count={all} />],
          [t('stand-in.waiting'), <Count key="waiting" count={trades.waiting ?? 0} />],
        ]}
      />
    </Card>
  )
}

/** Tells whether Steam did not answer a look. */
const isAway = (error: unknown): boolean => error instanceof OfficeError && error.code === 'bot-away'

export function BotsRoom(): ReactElement {
  const { t } = useTranslation('officeBots')
  const { data, error } = useQuery({
    queryKey: ['bots'],
    queryFn: () => api.get<BotsReply>('/bots'),
    refetchInterval: POLL_MS,
  })
  const look = useAct('bots.look', () => api.post<LookReply>('/bots/look', {}), [['bots']])
  const nobody = data !== undefined && data.provider === null ? t('nobody') : undefined
  return (
    <Room
      title={t('title')}
      acts={
        <ActButton
          verb="bots.look"
          busy={look.isPending}
          disabledReason={nobody}
          onClick={() => look.mutate(undefined)}
        >
          {t('look')}
        </ActButton>
      }
    >
      <div className="stack">
        <Fault error={error ?? (isAway(look.error) ? null : look.error)} />
        {isAway(look.error) ? <p className={styles.error}>{t('look-failed')}</p> : null}
        {nobody === undefined ? null : <p className={styles.note}>{nobody}</p>}
        {data === undefined ? null : (
          <Cards>
            {data.bots.map((bot) => (
              <BotCard key={bot.instance.id} bot={bot} now={data.now} />
            ))}
            <OffersCard offers={data.offers} problems={data.problems} orphans={data.orphans} />
            {data.standIn === null ? null : <StandInCard standIn={data.standIn} />}
          </Cards>
        )}
        {/* Loads meanwhile, and appears below the cards: it would be pushed down by them. */}
        <div hidden={data === undefined && error === null}>
          <StockList />
        </div>
      </div>
    </Room>
  )
}
