/** Lower triangular L of a positive definite matrix A = L·Lᵀ, both row by row. */
export interface Cholesky {
  readonly size: number;
  readonly lower: Float64Array;
  readonly logDeterminant: number;
}

export function cholesky(matrix: Float64Array, size: number): Cholesky {
  const lower = new Float64Array(size * size);
  let logDeterminant = 0;
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * size + j] as number;
      for (let k = 0; k < j; k++) sum -= (lower[i * size + k] as number) * (lower[j * size + k] as number);
      // Features that hardly vary (a synthetic voice on one note) may leave nothing of the diagonal.
      lower[i * size + j] = i === j ? Math.sqrt(Math.max(sum, 1e-9)) : sum / (lower[j * size + j] as number);
    }
    logDeterminant += 2 * Math.log(lower[i * size + i] as number);
  }
  return { size, lower, logDeterminant };
}

/** L⁻¹·vector: where the matrix is a covariance, the vector in units of its spread. */
export function whiten({ size, lower }: Cholesky, vector: Float64Array): Float64Array {
  const white = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    let sum = vector[i] as number;
    for (let k = 0; k < i; k++) sum -= (lower[i * size + k] as number) * (white[k] as number);
    white[i] = sum / (lower[i * size + i] as number);
  }
  return white;
}

/** A⁻¹, row by row. */
export function inverse(factor: Cholesky): Float64Array {
  const { size } = factor;
  const rows = Array.from({ length: size }, (_, i) => {
    const unit = new Float64Array(size);
    unit[i] = 1;
    return whiten(factor, unit);
  });
  return Float64Array.from({ length: size * size }, (_, at) =>
    dot(rows[Math.floor(at / size)] as Float64Array, rows[at % size] as Float64Array),
  );
}

export function dot(a: Float64Array, b: Float64Array | Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}
