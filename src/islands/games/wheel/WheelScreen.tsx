// The wheel screen: the stage, the controls, all prizes with their chances, and the last spins.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { itemName } from '../../../game/catalogue/display-name.ts'
import { formatCount, formatMoney } from '../../../i18n/format.ts'
import { $spin, keep, skip, startWheel } from '../../../stores/games/wheel.ts'
import { isCalm } from '../../../stores/kernel/preferences.ts'
import { island } from '../../island.tsx'
import { useGameKeys } from '../parts/use-game-keys.ts'
import { Chances } from './Chances.tsx'
import { Controls } from './Controls.tsx'
import { LastSpins } from './LastSpins.tsx'
import { Stage } from './Stage.tsx'
import styles from './screen.module.css'

function WheelScreenView(): ReactElement {
  const screen = useRef<HTMLDivElement>(null)
  const { phase } = useStore($spin, { ssr: 'initial' })
  useGameKeys({ $run: $spin, skip, keep })
  useEffect(startWheel, [])
  // Scrolls the wheel into view when it spins.
  useEffect(() => {
    if (phase === 'playing') screen.current?.querySelector('[data-stage]')?.scrollIntoView({ block: 'nearest' })
    // The alert is below the button, which does not move: on phones it would be out of view.
    if (phase !== 'refused' && phase !== 'offline') return
    const behavior = isCalm() ? 'auto' : 'smooth'
    screen.current?.querySelector('[data-alert]')?.scrollIntoView({ block: 'nearest', behavior })
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

/** Announces the result to screen readers when it appears. */
function Announcement(): ReactElement {
  const { t, i18n } = useTranslation('wheel')
  const language = i18n.language as Language
  const spin = useStore($spin, { ssr: 'initial' })
  let words = ''
  if (spin.phase === 'result') {
    const { prize, roll } = spin.played
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
