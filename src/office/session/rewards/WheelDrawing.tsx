// The wheel of a draft: each sector is as wide as its tickets.
import type { ReactElement } from 'react'
import { sectorArcs } from '../../../game/rewards/wheel.ts'
import { formatShortMoney } from '../../../i18n/format.ts'
import type { Items } from '../items/catalogue.ts'
import styles from './rewards.module.css'
import type { PrizeRecord, SectorRecord } from './rewards-file.ts'

const RADIUS = 100
/** Sectors narrower than this have no label. */
const LABEL_DEGREES = 9

function pointAt(degrees: number, radius: number): string {
  const angle = ((degrees - 90) * Math.PI) / 180
  return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`
}

/** Returns the outline of a sector; a whole turn would begin where it ends, so that it is almost one. */
function outline(from: number, to: number): string {
  const end = Math.min(to, from + 359.99)
  return `M0 0L${pointAt(from, RADIUS)}A${RADIUS} ${RADIUS} 0 ${end - from > 180 ? 1 : 0} 1 ${pointAt(end, RADIUS)}Z`
}

function worthOf(prize: PrizeRecord, items: Items): number {
  if ('balance' in prize) return prize.balance
  return 'item' in prize ? (items.byId.get(prize.item)?.priceCents ?? 0) : 0
}

interface WheelDrawingProps {
  sectors: readonly SectorRecord[]
  items: Items
  label: string
}

export function WheelDrawing({ sectors, items, label }: WheelDrawingProps): ReactElement {
  const arcs = sectorArcs(sectors)
  return (
    <svg className={styles.wheel} viewBox="-104 -104 208 208" role="img" aria-label={label}>
      {sectors.map(({ prize }, at) => {
        const { from, to } = arcs[at] ?? { from: 0, to: 0 }
        const middle = (from + to) / 2
        const kind = 'balance' in prize ? 'balance' : 'item' in prize ? 'item' : 'nothing'
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: sectors are known by their place
          <g key={at}>
            <path
              d={outline(from, to)}
              className={styles[kind]}
              data-odd={at % 2 === 1 || undefined}
              data-rarity={'item' in prize ? items.byId.get(prize.item)?.rarity : undefined}
            />
            {to - from < LABEL_DEGREES || kind === 'nothing' ? null : (
              <text
                transform={`rotate(${middle - 90}) translate(${RADIUS - 8} 0)`}
                dominantBaseline="central"
                textAnchor="end"
              >
                {formatShortMoney(worthOf(prize, items))}
              </text>
            )}
          </g>
        )
      })}
      <circle r="14" className={styles.hub} />
    </svg>
  )
}
