// The room Withdrawals: cases of players whose withdrawals wait for a person, withdrawals that do not go on by themselves, and all of them.
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, type ReactElement, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WITHDRAWAL_TABS } from '../../../game/office/cases.ts'
import { Button } from '../../parts/Button.tsx'
import { KeysDialog, useKeys } from '../../parts/Keys.tsx'
import { Room } from '../../parts/Room.tsx'
import { Tabs } from '../../parts/Tabs.tsx'
import { withTexts } from '../../session/language.ts'
import { Cases } from './Cases.tsx'

const route = getRouteApi('/frame/withdrawals')

const ONE = ['officePlayers', 'officeEvents', 'officeVerbs'] as const
const loadStuck = withTexts(ONE, () => import('./Stuck.tsx'))
const Stuck = lazy(async () => ({ default: (await loadStuck()).Stuck }))

const loadAll = withTexts(ONE, () => import('./AllWithdrawals.tsx'))
const AllWithdrawals = lazy(async () => ({ default: (await loadAll()).AllWithdrawals }))

/** The keys of the room, as its dialog lists them; what opens it is the first. */
const KEYS = ['?', 'j', 'k', 'a', 'r', 'n', 'ArrowDown', 'ArrowUp', 'x', 'c', 'u', 'h', 'Escape'] as const

function RoomTabs(): ReactElement {
  const { t } = useTranslation('officeWithdrawals')
  const { tab } = route.useSearch()
  return (
    <Tabs label={t('tabs.label')}>
      <Link
        to="/withdrawals"
        search={{}}
        activeOptions={{ exact: true }}
        aria-current={tab === undefined ? 'true' : undefined}
      >
        {t('tabs.review')}
      </Link>
      {WITHDRAWAL_TABS.map((kind) => (
        <Link
          key={kind}
          to="/withdrawals"
          search={{ tab: kind }}
          activeOptions={{ exact: true }}
          aria-current={tab === kind ? 'true' : undefined}
        >
          {t(`tabs.${kind}`)}
        </Link>
      ))}
    </Tabs>
  )
}

export function WithdrawalsRoom(): ReactElement {
  const { t } = useTranslation('officeWithdrawals')
  const { tab } = route.useSearch()
  const [isHelpOpen, setHelpOpen] = useState(false)
  useKeys([{ key: '?', run: () => setHelpOpen(true) }])
  return (
    <Room
      title={t('title')}
      acts={
        <Button tone="ghost" onClick={() => setHelpOpen(true)}>
          {t('keys.open')}
        </Button>
      }
    >
      <div className="stack">
        <RoomTabs />
        {tab === undefined ? (
          <Cases />
        ) : (
          <Suspense fallback={null}>{tab === 'all' ? <AllWithdrawals /> : <Stuck key={tab} kind={tab} />}</Suspense>
        )}
      </div>
      <KeysDialog
        open={isHelpOpen}
        onClose={() => setHelpOpen(false)}
        keys={KEYS.map((key) => ({ key, label: t(`keys.of.${key}`) }))}
      />
    </Room>
  )
}
