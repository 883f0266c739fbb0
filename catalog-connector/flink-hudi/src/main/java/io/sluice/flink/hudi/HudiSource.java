/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.table.data.RowData;

/** A bounded read of one snapshot: the file slices are the splits. */
final class HudiSource
    implements Source<RowData, HudiSplit, HudiPendingSplits>, ResultTypeQueryable<RowData> {
  private static final long serialVersionUID = 1L;

  private final HudiScan scan;
  private final TypeInformation<RowData> producedType;

  HudiSource(HudiScan scan, TypeInformation<RowData> producedType) {
    this.scan = requireNonNull(scan, "scan is null");
    this.producedType = requireNonNull(producedType, "producedType is null");
  }

  @Override
  public Boundedness getBoundedness() {
    return Boundedness.BOUNDED;
  }

  @Override
  public SplitEnumerator<HudiSplit, HudiPendingSplits> createEnumerator(
      SplitEnumeratorContext<HudiSplit> context) {
    return new HudiSplitEnumerator(
        context, () -> FileSlicePlanner.plan(scan), new HudiPendingSplits(false, List.of()));
  }

  @Override
  public SplitEnumerator<HudiSplit, HudiPendingSplits> restoreEnumerator(
      SplitEnumeratorContext<HudiSplit> context, HudiPendingSplits checkpoint) {
    return new HudiSplitEnumerator(context, () -> FileSlicePlanner.plan(scan), checkpoint);
  }

  @Override
  public SourceReader<RowData, HudiSplit> createReader(SourceReaderContext context) {
    return new HudiSourceReader(scan, context);
  }

  @Override
  public SimpleVersionedSerializer<HudiSplit> getSplitSerializer() {
    return new HudiSplitSerializer();
  }

  @Override
  public SimpleVersionedSerializer<HudiPendingSplits> getEnumeratorCheckpointSerializer() {
    return new HudiSplitSerializer.Pending();
  }

  @Override
  public TypeInformation<RowData> getProducedType() {
    return producedType;
  }
}
