// The drawing of the wheel: every sector is as wide as its tickets, so that the wheel shows the odds. Prizes are icons with a short label;
// an item whose sector is too narrow for its picture has it on the rim.
import { type CSSProperties, memo, type ReactElement } from 'react'
import { ownPicture } from '../../../game/catalogue/item-photo.ts'
import { type Arc, sectorArcs } from '../../../game/rewards/wheel.ts'
import { formatShortMoney } from '../../../i18n/format.ts'
import type { PrizeView } from '../../../protocol/prize.ts'
import type { SectorView } from '../../../protocol/wheel.ts'
import styles from './disc.module.css'
import {
  edgePath,
  HALF,
  ICON_AT,
  LABEL_SIZE,
  labelPlace,
  labelTurn,
  middleOf,
  RIM,
  sectorPath,
  widthAt,
} from './disc.ts'
import { PEG_ANGLES } from './pegs.ts'
import { rarityOf } from './words.ts'

interface DiscProps {
  readonly sectors: readonly SectorView[]
  /** The sector of the result; null while there is none. */
  readonly hit: number | null
  /** The rotation at which the wheel rests next, in degrees: there prizes are upright. */
  readonly restDegrees: number
}

export const Disc = memo(function Disc({ sectors, hit, restDegrees }: DiscProps): ReactElement {
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
      {PEG_ANGLES.map((angle) => (
        <circle key={angle} className={styles.peg} r="2.3" transform={`rotate(${angle}) translate(0 ${-PEG_AT})`} />
      ))}
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
          <Label prize={prize} arc={arc} restDegrees={restDegrees} />
        </g>
      ))}
      {placed.map(({ place, arc, prize }) =>
        // A line next to a thin sector would cover part of it.
        isThin(arc) || isThin(arcs.at(place - 1)) ? null : (
          <path key={`${place}-${prize.kind}`} className={styles.edge} d={edgePath(arc)} />
        ),
      )}
      {placed.map(({ place, prize, arc }) =>
        prize.kind === 'item' && !hasPicture(arc) ? (
          <g key={place} className={styles.sector} data-hit={place === hit ? '' : undefined}>
            <RimItem prize={prize} arc={arc} restDegrees={restDegrees} />
          </g>
        ) : null,
      )}
    </svg>
  )
})

const PEG_AT = RIM + 2.5

const THIN_DEGREES = 4

function isThin(arc: Arc | undefined): boolean {
  return arc !== undefined && arc.to - arc.from < THIN_DEGREES
}

/** Returns the brightness of an amount. Amounts differ by orders of magnitude, so that it is not proportional. */
function shareOf(amount: number, most: number): number {
  return Math.log1p(amount) / Math.log1p(most)
}

/** The least width of a sector with a picture, and the width of the picture. */
const PICTURE = { least: 22, most: 30 } as const

function hasPicture(arc: Arc): boolean {
  return widthAt(arc, ICON_AT) >= PICTURE.least
}

type ItemPrize = Extract<PrizeView, { kind: 'item' }>

/** The radius of an item on the rim, its distance from the middle, and the width of its picture. */
const RIM_ITEM = { radius: 9, at: 102.5, width: 15 } as const

interface PlacedProps {
  readonly arc: Arc
  readonly restDegrees: number
}

/** Draws an item on the rim, where its sector begins and ends too close to each other. */
function RimItem({ prize, arc, restDegrees }: PlacedProps & { prize: ItemPrize }): ReactElement {
  return (
    <g transform={`rotate(${middleOf(arc)}) translate(0 ${-RIM_ITEM.at})`} data-rarity={rarityOf(prize)}>
      <circle className={styles.rimItem} r={RIM_ITEM.radius} />
      <Turned degrees={-middleOf(arc) - restDegrees}>
        <ItemImage prize={prize} width={RIM_ITEM.width} />
      </Turned>
    </g>
  )
}

/** Turns a prize around its middle. It changes where the wheel runs too fast for it to be seen (disc.module.css). */
function Turned({ degrees, children }: { degrees: number; children: ReactElement }): ReactElement {
  return (
    <g className={styles.turned} style={{ transform: `rotate(${degrees.toFixed(2)}deg)` }}>
      {children}
    </g>
  )
}

function ItemImage({ prize, width }: { prize: ItemPrize; width: number }): ReactElement {
  const height = width * 0.75
  return <image href={ownPicture(prize.item.skin)} x={-width / 2} y={-height / 2} width={width} height={height} />
}

/** The radius of a coin. */
const COIN = 8

function Label({ prize, arc, restDegrees }: PlacedProps & { prize: PrizeView }): ReactElement | null {
  const turned = `rotate(${middleOf(arc)})`
  const atIcon = `${turned} translate(0 ${-ICON_AT})`
  if (prize.kind === 'nothing') return <circle className={styles.noCoin} r={COIN - 2} transform={atIcon} />
  if (prize.kind === 'case') return null
  const label = formatShortMoney(prize.kind === 'item' ? prize.price : prize.amount)
  const place = labelPlace(arc, label)
  return (
    <>
      {prize.kind === 'item' && hasPicture(arc) && (
        <g transform={atIcon}>
          <Turned degrees={-middleOf(arc) - restDegrees}>
            <ItemImage prize={prize} width={Math.min(PICTURE.most, widthAt(arc, ICON_AT))} />
          </Turned>
        </g>
      )}
      {prize.kind === 'balance' && place?.direction === 'across' && (
        <g className={styles.coin} transform={atIcon}>
          <circle r={COIN} />
          <circle r={COIN - 2.5} />
        </g>
      )}
      {place !== null && (
        <g transform={`${turned} translate(0 ${-place.at})`}>
          <Turned degrees={labelTurn(middleOf(arc) + restDegrees, place.direction)}>
            <text className={styles.label} fontSize={LABEL_SIZE} textAnchor="middle" dominantBaseline="central">
              {label}
            </text>
          </Turned>
        </g>
      )}
    </>
  )
}
