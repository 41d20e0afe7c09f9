// The drawing of the wheel: every sector is as wide as its tickets, so that the wheel shows the odds. Thin sectors have a stone in the
// colour of their rarity at the rim, so that they are not overlooked.
import { type CSSProperties, memo, type ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { type Arc, sectorArcs } from '../../game/wheel.ts'
import { formatMoney } from '../../i18n/format.ts'
import type { PrizeView } from '../../protocol/prize.ts'
import type { SectorView } from '../../protocol/wheel.ts'
import { ownPicture } from '../ui/ItemPicture.tsx'
import styles from './disc.module.css'
import { edgePath, HALF, LABEL_AT, labelSize, middleOf, RIM, roomIn, sectorPath } from './disc.ts'
import { rarityOf } from './words.ts'

interface DiscProps {
  readonly sectors: readonly SectorView[]
  /** The sector of the result; null while there is none. */
  readonly hit: number | null
}

export const Disc = memo(function Disc({ sectors, hit }: DiscProps): ReactElement {
  const arcs = sectorArcs(sectors)
  const most = Math.max(...sectors.map(({ prize }) => (prize.kind === 'balance' ? prize.amount : 0)))
  const placed = sectors.map((sector, place) => ({ ...sector, place, arc: arcs[place] ?? { from: 0, to: 0 } }))
  return (
    <svg
      className={styles.disc}
      viewBox={`${-HALF} ${-HALF} ${2 * HALF} ${2 * HALF}`}
      aria-hidden="true"
      data-hit={hit === null ? undefined : ''}
    >
      <circle className={styles.rim} r={RIM + 2.5} />
      {placed.map(({ place, prize, arc }) => (
        <g key={place} className={styles.sector} data-hit={place === hit ? '' : undefined}>
          <path
            className={styles[prize.kind]}
            d={sectorPath(arc)}
            data-rarity={rarityOf(prize)}
            data-wide={hasPicture(arc) ? '' : undefined}
            style={prize.kind === 'balance' ? ({ '--share': shareOf(prize.amount, most) } as CSSProperties) : undefined}
          />
          {prize.kind === 'item' && (
            <path className={styles.light} d={sectorPath(arc, RIM - 4)} data-rarity={rarityOf(prize)} />
          )}
          <Label prize={prize} arc={arc} />
        </g>
      ))}
      {placed.map(({ place, arc, prize }) =>
        // A line next to a thin sector would cover part of it.
        isThin(arc) || isThin(arcs.at(place - 1)) ? null : (
          <path key={`${place}-${prize.kind}`} className={styles.edge} d={edgePath(arc)} />
        ),
      )}
      {placed.map(({ place, prize, arc }) =>
        prize.kind === 'item' ? (
          <path
            key={place}
            className={styles.stone}
            data-rarity={rarityOf(prize)}
            transform={`rotate(${middleOf(arc)}) translate(0 ${-RIM - 2.5})`}
            d="M0-4.2 3.2 0 0 4.2-3.2 0Z"
          />
        ) : null,
      )}
    </svg>
  )
})

const THIN_DEGREES = 4

function isThin(arc: Arc | undefined): boolean {
  return arc !== undefined && arc.to - arc.from < THIN_DEGREES
}

/** Returns the brightness of an amount. Amounts differ by orders of magnitude, so that it is not proportional. */
function shareOf(amount: number, most: number): number {
  return Math.log1p(amount) / Math.log1p(most)
}

/** The least width of a sector with a picture, and the width of the picture. */
const PICTURE = { least: 16, most: 40 } as const

function hasPicture(arc: Arc): boolean {
  return roomIn(arc) >= PICTURE.least
}

function Label({ prize, arc }: { prize: PrizeView; arc: Arc }): ReactElement | null {
  const { t } = useTranslation('wheel')
  const turned = `rotate(${middleOf(arc)}) translate(0 ${-LABEL_AT})`
  if (prize.kind === 'item') {
    if (!hasPicture(arc)) return null
    const width = Math.min(PICTURE.most, roomIn(arc))
    const height = width * 0.75
    return (
      <image
        href={ownPicture(prize.item)}
        x={-width / 2}
        y={-height / 2}
        width={width}
        height={height}
        transform={turned}
      />
    )
  }
  const label = prize.kind === 'balance' ? formatMoney(prize.amount) : t('sector')
  const size = labelSize(arc, label)
  if (size === null) return null
  return (
    <text
      className={prize.kind === 'balance' ? styles.amount : styles.none}
      fontSize={size}
      textAnchor="middle"
      dominantBaseline="central"
      transform={turned}
    >
      {label}
    </text>
  )
}
