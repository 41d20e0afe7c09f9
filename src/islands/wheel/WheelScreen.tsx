// The wheel: the stage that turns, the panel that spins it, every prize with its chance, and the last spins.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../game/language.ts'
import { formatCount, formatMoney } from '../../i18n/format.ts'
import { isCalm } from '../../stores/preferences.ts'
import { $spin, startWheel } from '../../stores/wheel.ts'
import { island } from '../island.tsx'
import { itemName } from '../ui/item-lines.ts'
import { Chances } from './Chances.tsx'
import { Controls } from './Controls.tsx'
import { LastSpins } from './LastSpins.tsx'
import { Stage } from './Stage.tsx'
import styles from './screen.module.css'
import { useKeys } from './use-keys.ts'

function WheelScreenView(): ReactElement {
  const screen = useRef<HTMLDivElement>(null)
  const { phase } = useStore($spin, { ssr: 'initial' })
  useKeys()
  useEffect(startWheel, [])
  // Whoever spins from further down the page sees the wheel.
  useEffect(() => {
    if (phase === 'spinning') screen.current?.querySelector('[data-stage]')?.scrollIntoView({ block: 'nearest' })
    // Below the button, which does not move: at the foot of a phone's screen nobody would see it.
    if (phase !== 'refused' && phase !== 'offline') return
    const behavior = isCalm() ? 'auto' : 'smooth'
    screen.current?.querySelector('[data-notice]')?.scrollIntoView({ block: 'nearest', behavior })
  }, [phase])
  return (
    <div className={styles.screen} ref={screen}>
      <div className={styles.stage}>
        <Stage />
      </div>
      <div className={styles.controls}>
        <Controls />
      </div>
      <div className={styles.chances}>
        <Chances />
      </div>
      <div className={styles.spins}>
        <LastSpins />
      </div>
      <Announcement />
    </div>
  )
}

/** Tells screen readers how it ended, once it is on the stage. */
function Announcement(): ReactElement {
  const { t, i18n } = useTranslation('wheel')
  const language = i18n.language as Language
  const spin = useStore($spin, { ssr: 'initial' })
  let words = ''
  if (spin.phase === 'result') {
    const { prize, roll } = spin.spun
    const ticket = formatCount(roll, language)
    if (prize.kind === 'item') {
      words = t('said.item', { item: itemName(prize.item, language), price: formatMoney(prize.price), ticket })
    } else if (prize.kind === 'balance') words = t('said.balance', { amount: formatMoney(prize.amount), ticket })
    else words = t('said.nothing', { ticket })
  }
  return (
    <p className="unseen" role="status">
      {words}
    </p>
  )
}

export const WheelScreen = island(WheelScreenView)
