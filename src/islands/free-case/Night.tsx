// The night on the stage: what was deposited in it, when it changes, and the three crates above the way that deposits go.
import { useStore } from '@nanostores/react'
import type { CSSProperties, ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { FreeCaseView } from '../../contract/free-case.ts'
import { shareOfWay } from '../../game/free-case.ts'
import type { Language } from '../../game/language.ts'
import { formatMoney } from '../../i18n/format.ts'
import { $freeCases, chooseFree, type FreeCases, loadFreeCases } from '../../stores/free-case.ts'
import { Countdown } from '../ui/Countdown.tsx'
import { Icon } from '../ui/Icon.tsx'
import { zoneWords } from '../ui/zone-words.ts'
import styles from './night.module.css'

type ReadyNight = Extract<FreeCases, { status: 'ready' }>

export function Night({ chosen }: { chosen: FreeCaseView }): ReactElement | null {
  const { t } = useTranslation('freeCase')
  const night = useStore($freeCases, { ssr: 'initial' })
  if (night.status !== 'ready') return null
  return (
    <div className={styles.night}>
      <Head night={night} />
      <fieldset className={styles.crates}>
        <legend className="unseen">{t('choose')}</legend>
        {night.cases.map((shown) => (
          <Crate key={shown.tier} shown={shown} isChosen={shown.tier === chosen.tier} />
        ))}
      </fieldset>
      <Way night={night} />
    </div>
  )
}

function Head({ night }: { night: ReadyNight }): ReactElement {
  const { t, i18n } = useTranslation('freeCase')
  const { hour, zone, own } = zoneWords(night.to, night.timeZone, i18n.language as Language)
  return (
    <div className={styles.head}>
      <div>
        <p className={styles.label}>{t('deposited')}</p>
        <p className={styles.sum}>{night.deposited === null ? t('noSum') : formatMoney(night.deposited)}</p>
      </div>
      <div className={styles.change}>
        <p className={styles.label}>{t('changesIn')}</p>
        <Countdown untilMs={night.to} onEnd={() => void loadFreeCases()} className={styles.countdown} />
        <p className={styles.zone}>
          {own === null ? t('changesAt', { hour, zone }) : t('changesAtOwn', { hour, zone, own })}
        </p>
      </div>
    </div>
  )
}

/** What stands below a crate: what it asks for, or how far it is. */
type CrateState = 'guest' | 'locked' | 'ready' | 'opened'

export function stateOf({ missing, opened }: Pick<FreeCaseView, 'missing' | 'opened'>): CrateState {
  if (opened) return 'opened'
  if (missing === null) return 'guest'
  return missing === 0 ? 'ready' : 'locked'
}

function Crate({ shown, isChosen }: { shown: FreeCaseView; isChosen: boolean }): ReactElement {
  const { t, i18n } = useTranslation('freeCase')
  const { tier, name, image, asks, missing } = shown
  const state = stateOf(shown)
  return (
    <label className={styles.crate} data-state={state} data-tier={tier}>
      <input type="radio" name="free-case" className="unseen" checked={isChosen} onChange={() => chooseFree(tier)} />
      <span className={styles.picture}>
        <img src={`/assets/img/cases/${image}`} alt="" width="400" height="400" />
      </span>
      <span className={styles.name}>{name[i18n.language as Language]}</span>
      <span className={styles.asks}>{t('asks', { sum: formatMoney(asks) })}</span>
      <span className={styles.state}>
        {state === 'ready' && <Icon name="check" size={16} />}
        {state === 'opened' && <Icon name="clock" size={16} />}
        {state === 'locked' ? t('state.locked', { missing: formatMoney(missing ?? 0) }) : t(`state.${state}`)}
      </span>
    </label>
  )
}

/** The way of the night's deposits, each mark below its crate. */
function Way({ night }: { night: ReadyNight }): ReactElement {
  const { t } = useTranslation('freeCase')
  const deposited = night.deposited ?? 0
  const marks = night.cases.map(({ asks }) => asks)
  const most = marks.at(-1) ?? 0
  return (
    <div
      className={styles.way}
      role="progressbar"
      aria-label={t('deposited')}
      aria-valuemin={0}
      aria-valuemax={most}
      aria-valuenow={Math.min(deposited, most)}
      aria-valuetext={t('progress', { sum: formatMoney(deposited), most: formatMoney(most) })}
      style={{ '--share': shareOfWay(deposited, marks) } as CSSProperties}
    >
      <span className={styles.line}>
        <span className={styles.gone} />
      </span>
      {night.cases.map(({ tier, asks }) => (
        <span key={tier} className={styles.mark} data-reached={deposited >= asks || undefined} />
      ))}
    </div>
  )
}
