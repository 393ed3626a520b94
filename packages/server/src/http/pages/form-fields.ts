import { type Html, html } from './html.ts'

/** A sentence about one field, by its name. */
export type Problems = Readonly<Record<string, string>>

export interface FormTextField {
  name: string
  label: string
  type: 'text' | 'email' | 'password' | 'url'
  /** Never set for passwords: what was typed wrong is typed again. */
  value?: string
  autocomplete: string
  hint?: string
  isOptional?: boolean
  minLength?: number
  maxLength?: number
}

/** `focused` is the name of the field the page starts in. */
export function textField(field: FormTextField, problems: Problems, focused: string): Html {
  const { name, hint } = field
  const problem = problems[name]
  return html`<div class="field">
    <label for="${name}">${field.label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${field.type}"
      value="${field.value ?? ''}"
      autocomplete="${field.autocomplete}"
      spellcheck="false"
      ${field.type === 'text' ? html`` : html`autocapitalize="none"`}
      ${!field.isOptional && html`required`}
      ${field.minLength !== undefined && html`minlength="${field.minLength}"`}
      ${field.maxLength !== undefined && html`maxlength="${field.maxLength}"`}
      ${described(name, hint, problem)}
      ${focused === name && html`autofocus`}
    />
    ${notes(name, hint, problem)}
  </div>`
}

export interface ChoiceField {
  name: string
  label: string
  value: string
  choices: ReadonlyArray<{ value: string; text: string }>
}

export function choiceField(field: ChoiceField, problems: Problems): Html {
  const { name } = field
  const options = field.choices.map(
    ({ value, text }) =>
      html`<option value="${value}" ${value === field.value && html`selected`}>${text}</option>`,
  )
  return html`<div class="field">
    <label for="${name}">${field.label}</label>
    <select id="${name}" name="${name}" ${described(name, undefined, problems[name])}>
      ${options}
    </select>
    ${notes(name, undefined, problems[name])}
  </div>`
}

function described(name: string, hint: string | undefined, problem: string | undefined): Html {
  if (problem !== undefined) return html`aria-invalid="true" aria-describedby="${name}-problem"`
  return hint === undefined ? html`` : html`aria-describedby="${name}-hint"`
}

function notes(name: string, hint: string | undefined, problem: string | undefined): Html {
  if (problem !== undefined) return html`<p class="problem" id="${name}-problem">${problem}</p>`
  return hint === undefined ? html`` : html`<p class="hint" id="${name}-hint">${hint}</p>`
}

/** The fields of a posted form as text; a repeated field counts once, a missing one is empty. */
export function formText(body: unknown): (name: string) => string {
  const fields = new Map(typeof body === 'object' && body !== null ? Object.entries(body) : [])
  return (name) => {
    const value: unknown = fields.get(name)
    const first: unknown = Array.isArray(value) ? value[0] : value
    return typeof first === 'string' ? first : ''
  }
}
