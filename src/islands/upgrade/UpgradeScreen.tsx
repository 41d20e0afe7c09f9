// The upgrade: what is put in, what is aimed at, and the ring between them. On phones the two lists take turns below the ring.
import { useStore } from '@nanostores/react'
import { type ReactElement, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../game/language.ts'
import { formatCount, formatMoney } from '../../i18n/format.ts'
import { $upgradeBeside, receiveStake } from '../../stores/upgrade.ts'
import { island } from '../island.tsx'
import { itemName } from '../ui/item-lines.ts'
import { Segmented } from '../ui/Segmented.tsx'
import { Dock, Options } from './Controls.tsx'
import type { Panel } from './MainButton.tsx'
import { Stage } from './Stage.tsx'
import { StakePanel } from './StakePanel.tsx'
import styles from './screen.module.css'
import { TargetPanel } from './TargetPanel.tsx'
import { useKeys } from './use-keys.ts'

function UpgradeScreenView(): ReactElement {
  const { t } = useTranslation('upgrade')
  const { phase } = useStore($upgradeBeside, { ssr: 'initial' })
  const screen = useRef<HTMLDivElement>(null)
  const [panel, setPanel] = useState<Panel>('mine')
  // An object of its own for each press: the same panel may be led to twice.
  const [led, setLed] = useState<{ readonly to: Panel } | null>(null)
  useKeys()
  useEffect(receiveStake, [])
  useEffect(() => {
    if (led === null) return
    const shown = screen.current?.querySelector<HTMLElement>(`#upgrade-${led.to}`)
    shown?.focus({ preventScroll: true })
    shown?.scrollIntoView({ block: 'nearest' })
  }, [led])
  // Whoever plays from further down the page sees the ring.
  useEffect(() => {
    if (phase === 'spinning') screen.current?.querySelector('[data-stage]')?.scrollIntoView({ block: 'nearest' })
  }, [phase])
  const lead = useCallback((to: Panel) => {
    setPanel(to)
    setLed({ to })
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
        <Dock onLead={lead} />
      </div>
      <Announcement />
    </div>
  )
}

/** Tells screen readers how it ended, once it is on the stage. */
function Announcement(): ReactElement {
  const { t, i18n } = useTranslation('upgrade')
  const upgrading = useStore($upgradeBeside, { ssr: 'initial' })
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
