// The room System: what runs the site, and whether it does what it should.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactElement, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { SystemReply } from '../../../protocol/office/system.ts'
import { Room } from '../../parts/Room.tsx'
import { Tabs } from '../../parts/Tabs.tsx'
import { api } from '../../session/api.ts'
import { Fault } from '../../session/Fault.tsx'
import { SYSTEM_TABS, useSystemSearch } from './search.ts'

const Overview = lazy(async () => ({ default: (await import('./Overview.tsx')).Overview }))
const Jobs = lazy(async () => ({ default: (await import('./Jobs.tsx')).Jobs }))
const Security = lazy(async () => ({ default: (await import('./Security.tsx')).Security }))
const Settings = lazy(async () => ({ default: (await import('./Settings.tsx')).Settings }))

/** How often it is asked for: while something runs by a press, and otherwise. */
const RUNNING_MS = 1_000
const IDLE_MS = 5_000

function isRunning({ checks, backupRuns }: SystemReply): boolean {
  return [...checks, ...backupRuns].some(({ state }) => state === 'running')
}

function RoomTabs(): ReactElement {
  const { t } = useTranslation('officeSystem')
  const { tab } = useSystemSearch()
  return (
    <Tabs label={t('tabs.label')}>
      <Link
        to="/system"
        search={{}}
        activeOptions={{ exact: true }}
        aria-current={tab === undefined ? 'true' : undefined}
      >
        {t('tabs.overview')}
      </Link>
      {SYSTEM_TABS.map((one) => (
        <Link
          key={one}
          to="/system"
          search={{ tab: one }}
          activeOptions={{ exact: true }}
          aria-current={tab === one ? 'true' : undefined}
        >
          {t(`tabs.${one}`)}
        </Link>
      ))}
    </Tabs>
  )
}

function Live(): ReactElement {
  const { tab } = useSystemSearch()
  const { data, error } = useQuery({
    queryKey: ['system'],
    queryFn: () => api.get<SystemReply>('/system'),
    refetchInterval: ({ state }) => (state.data !== undefined && isRunning(state.data) ? RUNNING_MS : IDLE_MS),
  })
  return (
    <>
      <Fault error={error} />
      {data === undefined ? null : tab === 'jobs' ? <Jobs system={data} /> : <Overview system={data} />}
    </>
  )
}

export function SystemRoom(): ReactElement {
  const { t } = useTranslation('officeSystem')
  const { tab } = useSystemSearch()
  return (
    <Room title={t('title')}>
      <div className="stack">
        <RoomTabs />
        <Suspense fallback={null}>
          {tab === 'security' ? <Security /> : tab === 'settings' ? <Settings /> : <Live />}
        </Suspense>
      </div>
    </Room>
  )
}
