// Form fields: a label, the browser's own control, and a hint.

import type { TFunction } from 'i18next'
import { type ComponentPropsWithRef, type ReactElement, useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '../../islands/ui/classes.ts'
import type { Elements } from '../../islands/ui/own-element.tsx'
import styles from './field.module.css'

interface Labelled {
  label: string
  hint?: string | undefined
  /** The label is for screen readers alone: a filter whose value says what it is. */
  quiet?: boolean
}

interface FrameProps extends Labelled {
  id: string
  children: Elements
}

function Frame({ id, label, hint, quiet = false, children }: FrameProps): ReactElement {
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={quiet ? 'unseen' : styles.label}>
        {label}
      </label>
      {children}
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}

const hintOf = (id: string, hint: string | undefined): string | undefined =>
  hint === undefined ? undefined : `${id}-hint`

type Control = HTMLInputElement | HTMLTextAreaElement

/** Returns what a control lacks, in the reader's language. */
function lackOf({ validity, minLength }: Control, t: TFunction<'office'>): string {
  if (validity.valueMissing) return t('lacks.value')
  if (validity.tooShort) return t('lacks.length', { count: minLength })
  if (validity.rangeUnderflow || validity.rangeOverflow) return t('lacks.range')
  return t('lacks.form')
}

/** Returns handlers that say what a field lacks in the reader's language: browsers say it in their own. */
function useOwnWords(id: string, value: unknown) {
  const { t } = useTranslation('office')
  // A value that comes from beside the field is no input.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the value says when
  useEffect(() => {
    const control = document.getElementById(id)
    if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) control.setCustomValidity('')
  }, [id, value])
  return {
    onInvalid: ({ currentTarget }: { currentTarget: Control }): void => {
      currentTarget.setCustomValidity('')
      if (!currentTarget.validity.valid) currentTarget.setCustomValidity(lackOf(currentTarget, t))
    },
    onInput: ({ currentTarget }: { currentTarget: Control }): void => currentTarget.setCustomValidity(''),
  }
}

export function TextField({
  label,
  hint,
  quiet,
  className,
  ...rest
}: Labelled & ComponentPropsWithRef<'input'>): ReactElement {
  const id = useId()
  const ownWords = useOwnWords(id, rest.value)
  return (
    <Frame id={id} label={label} hint={hint} quiet={quiet ?? false}>
      <input
        {...rest}
        {...ownWords}
        id={id}
        className={classes(styles.control, className)}
        aria-describedby={hintOf(id, hint)}
      />
    </Frame>
  )
}

export function TextArea({ label, hint, quiet, ...rest }: Labelled & ComponentPropsWithRef<'textarea'>): ReactElement {
  const id = useId()
  const ownWords = useOwnWords(id, rest.value)
  return (
    <Frame id={id} label={label} hint={hint} quiet={quiet ?? false}>
      <textarea
        rows={3}
        {...rest}
        {...ownWords}
        id={id}
        className={styles.control}
        aria-describedby={hintOf(id, hint)}
      />
    </Frame>
  )
}

export function SelectField({
  label,
  hint,
  quiet,
  children,
  ...rest
}: Labelled & ComponentPropsWithRef<'select'>): ReactElement {
  const id = useId()
  return (
    <Frame id={id} label={label} hint={hint} quiet={quiet ?? false}>
      <select {...rest} id={id} className={styles.control} aria-describedby={hintOf(id, hint)}>
        {children}
      </select>
    </Frame>
  )
}
