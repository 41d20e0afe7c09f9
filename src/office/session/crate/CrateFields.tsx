// The description of a crate, which is drawn as one turns its form, material, colours, emblem and wear.
import { type ReactElement, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { CRATE_EMBLEMS, CRATE_FORMS, CRATE_MATERIALS, type CrateArt } from '../../../art/crates.ts'
import { SelectField } from '../../parts/Field.tsx'
import { Crate } from './Crate.tsx'
import styles from './crate.module.css'

interface SliderProps {
  label: string
  value: number
  most: number
  step: number
  /** Of a hue: the track shows its colours. */
  isHue?: boolean
  isLocked: boolean
  onChange: (value: number) => void
}

function Slider({ label, value, most, step, isHue, isLocked, onChange }: SliderProps): ReactElement {
  const id = useId()
  return (
    <div className={styles.slider}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={most}
        step={step}
        value={value}
        disabled={isLocked}
        data-hue={isHue || undefined}
        onChange={({ target }) => onChange(Number(target.value))}
      />
      <output htmlFor={id}>{value}</output>
    </div>
  )
}

interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  values: readonly Value[]
  wordsOf: (value: Value) => string
  onChange: (value: Value) => void
}

function Choice<Value extends string>({ label, value, values, wordsOf, onChange }: ChoiceProps<Value>): ReactElement {
  return (
    <SelectField
      label={label}
      value={value}
      onChange={({ target }) => {
        const chosen = values.find((one) => one === target.value)
        if (chosen !== undefined) onChange(chosen)
      }}
    >
      {values.map((one) => (
        <option key={one} value={one}>
          {wordsOf(one)}
        </option>
      ))}
    </SelectField>
  )
}

interface CrateFieldsProps {
  art: CrateArt
  isLocked: boolean
  onChange: (art: CrateArt) => void
}

/** Its words are the namespace `officeCrates`. */
export function CrateFields({ art, isLocked, onChange }: CrateFieldsProps): ReactElement {
  const { t } = useTranslation('officeCrates')
  const set = (change: Partial<CrateArt>): void => {
    if (!isLocked) onChange({ ...art, ...change })
  }
  return (
    <>
      <div className={styles.inside}>
        <Crate art={art} size={200} />
        <div className={styles.fields}>
          <Choice
            label={t('form')}
            value={art.form}
            values={CRATE_FORMS}
            wordsOf={(one) => t(`forms.${one}`)}
            onChange={(form) => set({ form })}
          />
          <Choice
            label={t('material')}
            value={art.material}
            values={CRATE_MATERIALS}
            wordsOf={(one) => t(`materials.${one}`)}
            onChange={(material) => set({ material })}
          />
          <Choice
            label={t('emblem')}
            value={art.emblem}
            values={CRATE_EMBLEMS}
            wordsOf={(one) => t(`emblems.${one}`)}
            onChange={(emblem) => set({ emblem })}
          />
        </div>
      </div>
      <Slider
        label={t('hue1')}
        value={art.hue1}
        most={359}
        step={1}
        isHue
        isLocked={isLocked}
        onChange={(hue1) => set({ hue1 })}
      />
      <Slider
        label={t('hue2')}
        value={art.hue2}
        most={359}
        step={1}
        isHue
        isLocked={isLocked}
        onChange={(hue2) => set({ hue2 })}
      />
      <Slider
        label={t('wear')}
        value={art.wear}
        most={1}
        step={0.05}
        isLocked={isLocked}
        onChange={(wear) => set({ wear })}
      />
    </>
  )
}
