// The part of React 18 that this page uses. Debian has React without its type declarations.

declare namespace JSX {
  type Element = import("react").ReactElement;

  interface IntrinsicElements {
    main: Attributes;
    h1: Attributes;
    button: Attributes & { onClick?: () => void };
  }

  interface Attributes {
    className?: string;
    "aria-pressed"?: boolean;
    "aria-busy"?: boolean;
    children?: import("react").ReactNode;
  }
}

declare module "react" {
  export interface ReactElement {
    readonly type: unknown;
    readonly props: unknown;
    readonly key: string | null;
  }
  export type ReactNode = ReactElement | string | number | boolean | null | undefined | ReactNode[];

  export function useState<T>(initial: T): [T, (next: T | ((current: T) => T)) => void];
  export function useEffect(effect: () => void | (() => void), dependencies?: readonly unknown[]): void;
  export function useCallback<F extends (...values: never[]) => unknown>(
    callback: F,
    dependencies: readonly unknown[]
  ): F;
}

declare module "react/jsx-runtime" {
  export const jsx: unknown;
  export const jsxs: unknown;
  export const Fragment: unknown;
}

declare module "react-dom/client" {
  export function createRoot(container: Element): { render(node: import("react").ReactNode): void; unmount(): void };
}
