// The battles of the lobby below each other. Each has its place by a transform: battles come and go at any time, and the others move to
// their new places without a shift of the layout.
import { type CSSProperties, type ReactElement, startTransition, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BattleCard } from '../../../protocol/battle.ts'
import { afterPaint } from '../../../stores/kernel/after-paint.ts'
import { Skeleton } from '../../ui/lists/Skeleton.tsx'
import type { WantedSeat } from '../parts/JoinDialog.tsx'
import { BattleRow } from './BattleRow.tsx'
import styles from './rows.module.css'
import { useServerSeconds } from './use-server-seconds.ts'

interface BattleRowsProps {
  readonly battles: readonly BattleCard[]
  onJoin(seat: WantedSeat): void
}

const place = (at: number): CSSProperties => ({ '--at': at }) as CSSProperties

/** As many as a screen shows, or nearly. */
const ROWS_A_FRAME = 5

/**
 * Returns how many rows are made: a few in each frame, those below the screen last. Thirty in one kept a slow phone from answering for half a
 * second; their places are kept meanwhile.
 */
function useRowCount(count: number): number {
  const [rows, setRows] = useState(ROWS_A_FRAME)
  useEffect(() => {
    if (rows >= count) return undefined
    return afterPaint(() => startTransition(() => setRows(rows + ROWS_A_FRAME)))
  }, [rows, count])
  return rows
}

export function BattleRows({ battles, onJoin }: BattleRowsProps): ReactElement {
  const rowCount = useRowCount(battles.length)
  const nowMs = useServerSeconds(battles.some(({ state }) => state === 'drawn'))
  return (
    <ul className={styles.rows} style={{ '--count': battles.length } as CSSProperties}>
      {battles.slice(0, rowCount).map((battle, at) => (
        <li key={battle.id} className={styles.row} style={place(at)}>
          <BattleRow battle={battle} nowMs={battle.state === 'drawn' ? nowMs : 0} onJoin={onJoin} />
        </li>
      ))}
    </ul>
  )
}

const ROWS_TO_LOAD = 5

export function RowsToLoad(): ReactElement {
  const { t } = useTranslation(['battles', 'battleParts'])
  return (
    <div className={styles.rows} style={{ '--count': ROWS_TO_LOAD } as CSSProperties}>
      <span className="unseen">{t('battleParts:history.loading')}</span>
      {Array.from({ length: ROWS_TO_LOAD }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: places are all alike
        <div key={at} className={styles.row} style={place(at)}>
          <Skeleton width="100%" height="100%" shape="card" />
        </div>
      ))}
    </div>
  )
}
