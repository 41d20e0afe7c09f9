// The choice of a free case: the sum deposited today, the time until the cases change, the three cases, and the progress towards them.
import { useStore } from '@nanostores/react'
import type { CSSProperties, ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { scaleProgress } from '../../../game/rewards/free-case.ts'
import { formatMoney } from '../../../i18n/format.ts'
import type { FreeCaseView } from '../../../protocol/free-case.ts'
import { $freeCases, chooseFreeCase, type FreeCases, loadFreeCases } from '../../../stores/games/free-case.ts'
import { Countdown } from '../../ui/Countdown.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { zoneWords } from '../../ui/zone-words.ts'
import styles from './case-choice.module.css'

type ReadyFreeCases = Extract<FreeCases, { status: 'ready' }>

export function CaseChoice({ chosen }: { chosen: FreeCaseView }): ReactElement | null {
  const { t } = useTranslation('freeCase')
  const freeCases = useStore($freeCases, { ssr: 'initial' })
  if (freeCases.status !== 'ready') return null
  return (
    <div className={styles.choice} data-horizon>
      <Head freeCases={freeCases} />
      <fieldset className={styles.crates}>
        <legend className="unseen">{t('choose')}</legend>
        {freeCases.cases.map((shown) => (
          <Crate key={shown.tier} shown={shown} isChosen={shown.tier === chosen.tier} />
        ))}
      </fieldset>
      <DepositProgress freeCases={freeCases} />
    </div>
  )
}

function Head({ freeCases }: { freeCases: ReadyFreeCases }): ReactElement {
  const { t, i18n } = useTranslation('freeCase')
  const { hour, zone, own } = zoneWords(freeCases.to, freeCases.timeZone, i18n.language as Language)
  return (
    <div className={styles.head}>
      <div>
        <p className={styles.label}>{t('deposited')}</p>
        <p className={styles.sum}>{freeCases.deposited === null ? t('noSum') : formatMoney(freeCases.deposited)}</p>
      </div>
      <div className={styles.change}>
        <p className={styles.label}>{t('changesIn')}</p>
        <Countdown untilMs={freeCases.to} onEnd={() => void loadFreeCases()} className={styles.countdown} />
        <p className={styles.zone}>
          {own === null ? t('changesAt', { hour, zone }) : t('changesAtOwn', { hour, zone, own })}
        </p>
      </div>
    </div>
  )
}

/** The state of a case, shown below it. */
type CrateState = 'guest' | 'locked' | 'ready' | 'opened' | 'paused'

export function stateOf({ missing, opened, paused }: Pick<FreeCaseView, 'missing' | 'opened' | 'paused'>): CrateState {
  if (opened) return 'opened'
  if (paused === true) return 'paused'
  if (missing === null) return 'guest'
  return missing === 0 ? 'ready' : 'locked'
}

function Crate({ shown, isChosen }: { shown: FreeCaseView; isChosen: boolean }): ReactElement {
  const { t, i18n } = useTranslation('freeCase')
  const { tier, name, image, asks, missing } = shown
  const state = stateOf(shown)
  return (
    <label className={styles.crate} data-state={state} data-tier={tier}>
      <input
        type="radio"
        name="free-case"
        className="unseen"
        checked={isChosen}
        onChange={() => chooseFreeCase(tier)}
      />
      <span className={styles.picture}>
        <img src={`/assets/img/cases/${image}`} alt="" width="400" height="400" />
      </span>
      <span className={styles.name}>{name[i18n.language as Language]}</span>
      <span className={styles.asks}>{t('asks', { sum: formatMoney(asks) })}</span>
      <span className={styles.state}>
        {state === 'ready' && <Icon name="check" size={16} />}
        {(state === 'opened' || state === 'paused') && <Icon name="clock" size={16} />}
        <span>
          {state === 'locked' ? t('state.locked', { missing: formatMoney(missing ?? 0) }) : t(`state.${state}`)}
        </span>
      </span>
    </label>
  )
}

/** Draws the deposits of the day as a progress bar, with the threshold of each case below its crate. */
function DepositProgress({ freeCases }: { freeCases: ReadyFreeCases }): ReactElement {
  const { t } = useTranslation('freeCase')
  const deposited = freeCases.deposited ?? 0
  const thresholds = freeCases.cases.map(({ asks }) => asks)
  const most = thresholds.at(-1) ?? 0
  return (
    <div
      className={styles.progress}
      role="progressbar"
      aria-label={t('deposited')}
      aria-valuemin={0}
      aria-valuemax={most}
      aria-valuenow={Math.min(deposited, most)}
      aria-valuetext={t('progress', { sum: formatMoney(deposited), most: formatMoney(most) })}
      style={{ '--share': scaleProgress(deposited, thresholds) } as CSSProperties}
    >
      <span className={styles.line}>
        <span className={styles.filled} />
      </span>
      {freeCases.cases.map(({ tier, asks }) => (
        <span key={tier} className={styles.threshold} data-reached={deposited >= asks || undefined} />
      ))}
    </div>
  )
}
