// A slider for a whole number, with its label and its value as text.
import { type CSSProperties, type ReactElement, useEffect, useRef } from 'react'
import styles from './slider.module.css'

interface SliderProps {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step: number
  /** Returns a value as text, for sight and for screen readers. */
  readonly format: (value: number) => string
  readonly onChange: (value: number) => void
  /** Called when a change has ended: the thumb is released, or a key was pressed. */
  readonly onSettled?: (() => void) | undefined
  readonly disabled?: boolean | undefined
}

export function Slider({
  label,
  value,
  min,
  max,
  step,
  format,
  onChange,
  onSettled,
  disabled,
}: SliderProps): ReactElement {
  const input = useRef<HTMLInputElement>(null)
  // React's onChange is the event `input`.
  useEffect(() => {
    const slider = input.current
    if (onSettled === undefined) return
    slider?.addEventListener('change', onSettled)
    return () => slider?.removeEventListener('change', onSettled)
  }, [onSettled])
  const text = format(value)
  return (
    <label className={styles.row} style={{ '--share': (value - min) / (max - min) } as CSSProperties}>
      <span className={styles.label}>{label}</span>
      <input
        type="range"
        ref={input}
        className={styles.input}
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={text}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
      <span className={styles.value} aria-hidden="true">
        {text}
      </span>
    </label>
  )
}
