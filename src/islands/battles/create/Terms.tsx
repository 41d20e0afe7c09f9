// How the battle is played: format, mode, options, and what its creator pays.
import { useStore } from '@nanostores/react'
import { type ReactElement, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { BATTLE_PART_PERCENT } from '../../../game/base/economy.ts'
import { allowsCrazy, BATTLE_FORMAT_NAMES, BATTLE_MODES } from '../../../game/battles/battle.ts'
import { roundMs } from '../../../game/battles/timeline.ts'
import { formatMoney } from '../../../i18n/format.ts'
import { $cost, $draft, changeDraft } from '../../../stores/battles/battle-create.ts'
import { termsOf } from '../../../stores/battles/battle-draft.ts'
import choice from '../../ui/controls/face-choice.module.css'
import { Slider } from '../../ui/controls/Slider.tsx'
import { Switch } from '../../ui/controls/Switch.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { FormatPicture } from '../parts/FormatPicture.tsx'
import { ModePicture } from '../parts/ModeName.tsx'
import { modeText } from '../parts/words.ts'
import styles from './terms.module.css'

export function Terms(): ReactElement {
  const { t } = useTranslation('battleNew')
  return (
    <section className={styles.terms} id="battle-terms" aria-label={t('terms')}>
      <Format />
      <Mode />
      <Options />
      <OwnPart />
      <Funding />
    </section>
  )
}

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly className: string | undefined
  readonly values: readonly Value[]
  readonly value: Value
  onChange(value: Value): void
  children(value: Value): ReactNode
}

/** Renders a choice of pictures with texts, made of native radio buttons. */
function PictureChoice<Value extends string>(props: ChoiceProps<Value>): ReactElement {
  const { label, className, values, value, onChange, children } = props
  const name = useId()
  return (
    <fieldset className={styles.choice}>
      <legend>{label}</legend>
      <div className={className}>
        {values.map((one) => (
          <label key={one} className={choice.option}>
            <input type="radio" name={name} checked={one === value} onChange={() => onChange(one)} />
            <span className={styles.face}>{children(one)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Format(): ReactElement {
  const { t } = useTranslation('battleNew')
  const { format } = useStore($draft)
  return (
    <PictureChoice
      label={t('format')}
      className={styles.formats}
      values={BATTLE_FORMAT_NAMES}
      value={format}
      onChange={(chosen) => changeDraft({ format: chosen })}
    >
      {(one) => (
        <>
          <FormatPicture format={one} />
          <span className={styles.format}>{one}</span>
        </>
      )}
    </PictureChoice>
  )
}

function Mode(): ReactElement {
  const { t } = useTranslation(['battleNew', 'battleParts'])
  const { t: named } = useTranslation('battleParts')
  const draft = useStore($draft)
  return (
    <PictureChoice
      label={t('mode')}
      className={styles.modes}
      values={BATTLE_MODES}
      value={draft.mode}
      onChange={(mode) => changeDraft({ mode })}
    >
      {(mode) => (
        <>
          <ModePicture mode={mode} crazy={false} size={40} />
          <span className={styles.words}>
            <strong>{named(`modes.${mode}.name`)}</strong>
            <span>{modeText(named, { mode, crazy: draft.crazy })}</span>
          </span>
        </>
      )}
    </PictureChoice>
  )
}

const SECOND_MS = 1_000

function Options(): ReactElement {
  const { t } = useTranslation(['battleNew', 'battleParts'])
  const draft = useStore($draft)
  const isInvertible = allowsCrazy(draft.mode)
  const seconds = (fast: boolean): number => roundMs(fast) / SECOND_MS
  return (
    <fieldset className={styles.choice}>
      <legend>{t('options')}</legend>
      <Switch
        icon="mode-crazy"
        label={t('battleParts:crazy')}
        hint={isInvertible ? t('crazy') : t('crazyShare')}
        checked={termsOf(draft).crazy}
        disabled={!isInvertible}
        onChange={(crazy) => changeDraft({ crazy })}
      />
      <Switch
        icon="quick"
        label={t('fast.label')}
        hint={t('fast.hint', { count: seconds(true), normal: seconds(false) })}
        checked={draft.fast}
        onChange={(fast) => changeDraft({ fast })}
      />
      <Switch
        icon="lock"
        label={t('private.label')}
        hint={t('private.hint')}
        checked={draft.isPrivate}
        onChange={(isPrivate) => changeDraft({ isPrivate })}
      />
      <p className={styles.bots}>
        <Icon name="bot" size={20} />
        {t('bots')}
      </p>
    </fieldset>
  )
}

const percentWords = (percent: number): string => `${percent}%`

function OwnPart(): ReactElement {
  const { t } = useTranslation('battleNew')
  const { percent } = useStore($draft)
  const { own } = useStore($cost)
  const { least, most, step } = BATTLE_PART_PERCENT
  return (
    <div className={styles.part}>
      <Slider
        label={t('part.label')}
        value={percent}
        min={least}
        max={most}
        step={step}
        format={percentWords}
        onChange={(part) => changeDraft({ percent: part })}
      />
      <p>{percent === most ? t('part.whole') : t('part.hint', { price: formatMoney(own), rest: most - percent })}</p>
    </div>
  )
}

/** The choice of paying for others, in private battles. */
function Funding(): ReactElement | null {
  const { t } = useTranslation('battleNew')
  const { isPrivate, fund } = useStore($draft)
  const { fund: price } = useStore($cost)
  const { most, step } = BATTLE_PART_PERCENT
  if (!isPrivate) return null
  return (
    <div className={styles.part}>
      <Slider
        label={t('fund.label')}
        value={fund}
        min={0}
        max={most}
        step={step}
        format={percentWords}
        onChange={(part) => changeDraft({ fund: part })}
      />
      <p>
        {fund === 0 ? null : <strong>{t('fund.price', { price: formatMoney(price) })} </strong>}
        <span>{t('fund.hint')}</span>
      </p>
    </div>
  )
}
