// One case: what waits, why, and all that a decision may rest on.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { CaseReply } from '../../../protocol/office/withdrawals.ts'
import { Chip } from '../../parts/Chip.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { useKeys } from '../../parts/Keys.tsx'
import { Panel } from '../../parts/Room.tsx'
import { api } from '../../session/api.ts'
import { CloseLink } from '../../session/CloseLink.tsx'
import { WITHDRAWALS } from '../../session/counts.ts'
import { Fault } from '../../session/Fault.tsx'
import { CaseActs } from './CaseActs.tsx'
import { CaseFacts } from './CaseFacts.tsx'
import { CaseItems, useTicks } from './CaseItems.tsx'
import { CaseReasons } from './CaseReasons.tsx'
import styles from './withdrawals.module.css'

const route = getRouteApi('/frame/withdrawals')

const TONES = { active: 'good', banned: 'bad', erasing: 'warn', erased: 'calm' } as const

interface CaseProps {
  data: CaseReply
  /** Called when nothing of it is left to decide. */
  onDecided: (player: number) => void
}

function Case({ data, onDecided }: CaseProps): ReactElement {
  const { t } = useTranslation(['officeWithdrawals', 'officePlayers'])
  const navigate = route.useNavigate()
  const ticks = useTicks(data.items)
  const { player } = data
  useKeys([
    { key: 'x', run: ticks.toggleCurrent },
    { key: 'ArrowDown', run: () => ticks.move(1) },
    { key: 'ArrowUp', run: () => ticks.move(-1) },
    {
      key: 'Escape',
      run: () => void navigate({ search: (old) => ({ ...old, player: undefined, leave: undefined }) }),
    },
  ])
  return (
    <>
      <p className={styles.line}>
        <Chip tone={TONES[player.state]}>{t(`officePlayers:states.${player.state}`)}</Chip>{' '}
        <Link to="/players" search={{ player: String(player.id) }}>
          {t('open-player')}
        </Link>
      </p>
      {data.items.length === 0 ? (
        <EmptyState title={t('decided')} text={t('decided-text')} />
      ) : (
        <>
          <CaseActs data={data} chosen={ticks.chosen} onDecided={onDecided} onPart={ticks.tickAll} />
          <CaseItems data={data} ticks={ticks} />
          <CaseReasons data={data} />
        </>
      )}
      <CaseFacts data={data} />
    </>
  )
}

export function CasePanel({ id, onDecided }: { id: string; onDecided: CaseProps['onDecided'] }): ReactElement {
  const { t } = useTranslation('officeWithdrawals')
  const { data, error } = useQuery({
    queryKey: [WITHDRAWALS, 'case', id],
    queryFn: () => api.get<CaseReply>(`/withdrawals/cases/${id}`),
  })
  return (
    <Panel title={data?.player.username ?? t('case')} close={<CloseLink to="/withdrawals" drop="player" />}>
      <Fault error={error} />
      {data === undefined ? null : <Case data={data} onDecided={onDecided} />}
    </Panel>
  )
}
