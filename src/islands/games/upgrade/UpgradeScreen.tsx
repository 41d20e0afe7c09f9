// The upgrade screen: the stake, the target, and the ring between them. Phones show one of the two lists below the ring.
import { useStore } from '@nanostores/react'
import { type ReactElement, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { itemName } from '../../../game/catalogue/display-name.ts'
import { formatCount, formatMoney } from '../../../i18n/format.ts'
import { $upgrade, keep, receiveStakeItems, retry, skip, upgrade } from '../../../stores/games/upgrade.ts'
import { island } from '../../island.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { scrollToStage } from '../parts/scroll-to-stage.ts'
import { useGameKeys } from '../parts/use-game-keys.ts'
import { Controls, Options } from './Controls.tsx'
import type { Panel } from './MainButton.tsx'
import { Stage } from './Stage.tsx'
import { StakePanel } from './StakePanel.tsx'
import styles from './screen.module.css'
import { TargetPanel } from './TargetPanel.tsx'

function UpgradeScreenView(): ReactElement {
  const { t } = useTranslation('upgrade')
  const { phase } = useStore($upgrade, { ssr: 'initial' })
  const screen = useRef<HTMLDivElement>(null)
  const [panel, setPanel] = useState<Panel>('mine')
  // A new object for each request, because the same panel may be requested twice.
  const [requested, setRequested] = useState<{ readonly to: Panel } | null>(null)
  useGameKeys({
    $run: $upgrade,
    skip,
    keep,
    retry,
    play: () => {
      if (phase !== 'result') void upgrade()
    },
  })
  useEffect(receiveStakeItems, [])
  useEffect(() => {
    if (requested === null) return
    const shown = screen.current?.querySelector<HTMLElement>(`#upgrade-${requested.to}`)
    shown?.focus({ preventScroll: true })
    shown?.scrollIntoView({ block: 'nearest' })
  }, [requested])
  const isAsking = phase === 'asking'
  const isPlayed = phase === 'result'
  // When the stage has the size that it keeps until the result is cleared, and when the buttons of the result cover more of the screen.
  useEffect(() => {
    if (isAsking || isPlayed) scrollToStage(screen.current?.querySelector<HTMLElement>('[data-stage]'))
  }, [isAsking, isPlayed])
  const showPanel = useCallback((to: Panel) => {
    setPanel(to)
    setRequested({ to })
  }, [])
  const panels = (['mine', 'targets'] as const).map((value) => ({ value, label: t(`${value}.title`) }))
  return (
    <div className={styles.screen} ref={screen} data-panel={panel}>
      <div className={styles.top}>
        <Stage />
        <Segmented label={t('panels')} options={panels} value={panel} onChange={setPanel} className={styles.turns} />
      </div>
      <section className={styles.mine} id="upgrade-mine" tabIndex={-1} aria-labelledby="upgrade-mine-title">
        <h2 id="upgrade-mine-title">{t('mine.title')}</h2>
        <StakePanel />
      </section>
      <section className={styles.targets} id="upgrade-targets" tabIndex={-1} aria-labelledby="upgrade-targets-title">
        <h2 id="upgrade-targets-title">{t('targets.title')}</h2>
        <TargetPanel />
      </section>
      <div className={styles.foot}>
        <Options />
        <Controls onShowPanel={showPanel} />
      </div>
      <Announcement />
    </div>
  )
}

/** Announces the result to screen readers when it appears. */
function Announcement(): ReactElement {
  const { t, i18n } = useTranslation('upgrade')
  const upgrading = useStore($upgrade, { ssr: 'initial' })
  const language = i18n.language as Language
  let words = ''
  if (upgrading.phase === 'result') {
    const { won, target, roll } = upgrading.played
    const ticket = formatCount(roll, language)
    const price = formatMoney(target.price)
    words = won ? t('said.won', { item: itemName(target.item, language), price, ticket }) : t('said.lost', { ticket })
  }
  return (
    <p className="unseen" aria-live="polite">
      {words}
    </p>
  )
}

export const UpgradeScreen = island(UpgradeScreenView)
