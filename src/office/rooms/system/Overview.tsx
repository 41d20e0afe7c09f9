// The overview: what is wrong, checks and backups, processes, prices.

import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import type { SystemInstance, SystemReply } from '../../../protocol/office/system.ts'
import { Card, Cards } from '../../parts/Card.tsx'
import { Chip } from '../../parts/Chip.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Count } from '../../parts/Plain.tsx'
import { Facts } from '../../parts/Room.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { jobTitle } from '../../session/job-title.ts'
import styles from './system.module.css'
import { BackupCard, CheckCard } from './Upkeep.tsx'
import { spanText } from './words.ts'

const INSTANCE_TONES = { running: 'good', lost: 'bad', replaced: 'calm', ended: 'calm' } as const

const HEALTH_TONES = { fine: 'good', failing: 'bad', late: 'bad', stuck: 'bad' } as const

/** Instances that do not run any more, and are listed all the same. */
const PAST_LISTED = 5

function Trouble({ system: { jobs, instances } }: { system: SystemReply }): ReactElement {
  const { t } = useTranslation('officeSystem')
  const wrong = jobs.filter(({ health }) => health !== 'fine')
  const lost = instances.filter(({ state }) => state === 'lost')
  if (wrong.length + lost.length === 0) return <p className={styles.note}>{t('all-fine')}</p>
  return (
    <Card title={t('trouble')}>
      <ul className={styles.trouble}>
        {wrong.map(({ job, instance, health, endedAt, error }) => (
          <li key={`${job} ${instance?.id}`}>
            <Chip tone={HEALTH_TONES[health]}>{t(`health.${health}`)}</Chip>
            <Link to="/system" search={{ tab: 'jobs', job }}>
              {jobTitle(job, t)}
            </Link>
            <span className={styles.note}>
              {instance === null ? t('any-process') : t('process', { host: instance.host, pid: instance.pid })}
            </span>
            <span>
              {t('last-end')} {endedAt === null ? <span>{t('never')}</span> : <Moment at={endedAt} />}
            </span>
            {error === null ? null : <span className={styles.error}>{error}</span>}
          </li>
        ))}
        {lost.map(({ id, host, pid, seenAt }) => (
          <li key={id}>
            <Chip tone="bad">{t('instance.lost')}</Chip>
            <span>{t('process', { host, pid })}</span>
            <span>
              {t('last-sign')} <Moment at={seenAt} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function useInstanceColumns(nowMs: number): readonly Column<SystemInstance>[] {
  const { t, i18n } = useTranslation('officeSystem')
  const language = i18n.language as Language
  return [
    {
      id: 'process',
      header: t('columns.process'),
      cell: ({ row: { original } }) => t('process', { host: original.host, pid: original.pid }),
    },
    {
      id: 'state',
      header: t('columns.state'),
      cell: ({ row: { original } }) => (
        <>
          <Chip tone={INSTANCE_TONES[original.state]}>{t(`instance.${original.state}`)}</Chip>{' '}
          {original.isThis ? <span className={styles.note}>{t('this')}</span> : null}
        </>
      ),
    },
    { id: 'version', header: t('columns.version'), cell: ({ row: { original } }) => original.version },
    { id: 'start', header: t('columns.start'), cell: ({ row: { original } }) => <Moment at={original.startedAt} /> },
    {
      id: 'sign',
      header: t('columns.sign'),
      cell: ({ row: { original } }) => (
        <span title={new Date(original.seenAt).toISOString()}>
          {t('ago', { span: spanText(Math.max(0, nowMs - original.seenAt), t, language) })}
        </span>
      ),
    },
    {
      id: 'clock',
      header: t('columns.clock'),
      cell: ({ row: { original } }) => {
        const span = spanText(Math.abs(original.clockAheadMs), t, language)
        const words =
          Math.round(original.clockAheadMs) === 0
            ? t('clock.in-step')
            : original.clockAheadMs < 0
              ? t('clock.behind', { span })
              : t('clock.ahead', { span })
        return original.isClockWrong ? <Chip tone="bad">{words}</Chip> : words
      },
    },
  ]
}

function Prices({ prices }: Pick<SystemReply, 'prices'>): ReactElement {
  const { t } = useTranslation('officeSystem')
  const { since, listedAt, held, heldSince, pausedCases, pausedRewards } = prices
  return (
    <Card title={t('prices.title')}>
      <Facts
        facts={[
          [t('prices.since'), since === null ? t('never') : <Moment key="since" at={since} />],
          [t('prices.listed'), listedAt === null ? t('prices.shipped') : <Moment key="listed" at={listedAt} />],
          [t('prices.held'), <Count key="held" count={held} />],
          ...(heldSince === null ? [] : [[t('prices.held-since'), <Moment key="at" at={heldSince} />] as const]),
          [t('prices.paused-cases'), <Count key="cases" count={pausedCases} />],
          [t('prices.paused-rewards'), <Count key="rewards" count={pausedRewards} />],
        ]}
      />
    </Card>
  )
}

/** Names the time zone in force, the one that waits for a restart, and the processes that run in another. */
function Days({ system: { zone, instances } }: { system: SystemReply }): ReactElement {
  const { t } = useTranslation('officeSystem')
  const { inForce, chosen } = zone
  const others = instances.filter(
    ({ state, timeZone }) => state === 'running' && timeZone !== null && timeZone !== inForce,
  )
  return (
    <>
      <p className={styles.note}>
        {t('zone.in-force', { zone: inForce })}{' '}
        {inForce === chosen ? null : <span>{t('zone.chosen', { zone: chosen })}</span>}
      </p>
      {others.map(({ id, host, pid, timeZone }) => (
        <p key={id} className={styles.line}>
          <Chip tone="bad">{t('zone.other')}</Chip>
          {t('zone.process', { host, pid, zone: timeZone })}
        </p>
      ))}
    </>
  )
}

export function Overview({ system }: { system: SystemReply }): ReactElement {
  const { t } = useTranslation('officeSystem')
  const columns = useInstanceColumns(system.now)
  const running = system.instances.filter(({ state }) => state === 'running' || state === 'lost')
  const past = system.instances.filter(({ state }) => state === 'replaced' || state === 'ended').slice(0, PAST_LISTED)
  return (
    <>
      <Trouble system={system} />
      <section className={styles.part}>
        <h2>{t('instances')}</h2>
        <Table label={t('instances')} columns={columns} rows={[...running, ...past]} keyOf={({ id }) => id} />
        <Days system={system} />
      </section>
      <Cards>
        <CheckCard system={system} />
        <BackupCard system={system} />
        <Prices prices={system.prices} />
      </Cards>
    </>
  )
}
